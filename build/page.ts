import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, normalizePath, type Plugin } from 'vite'

/** The file of a sheet of Mantine, by any of its files. */
const sheetOf = (id: string, name: string): string =>
  `${id.slice(0, id.indexOf('/@mantine/core/'))}/@mantine/core/styles/${name}.layer.css`
const classesOfComponent = /from "[./\w]*?(\w+)\.module\.mjs"/g

/**
 * The sheet of all of Mantine's components becomes what holds for all of them; the styles of each come with its code.
 * Their order within the layer is that of the imports, in which a component stands behind those that it is made of.
 */
export const stylesByComponent: Plugin = {
  name: 'styles-by-component',
  apply: 'build',
  load: (id) =>
    id.endsWith('/@mantine/core/styles.layer.css')
      ? ['baseline', 'default-css-variables', 'global']
          .map((name) => readFileSync(sheetOf(id, name), 'utf8'))
          .join('\n')
      : undefined,
  transform(code, id) {
    if (!id.includes('/@mantine/core/esm/')) return undefined
    const names = [...code.matchAll(classesOfComponent)].map(([, name = '']) => name)
    const imports = names
      .filter((name) => existsSync(sheetOf(id, name)))
      .map((name) => `import '@mantine/core/styles/${name}.layer.css'\n`)
    return imports.length > 0 ? { code: `${code}\n${imports.join('')}`, map: null } : undefined
  },
}

/** The texts of one language as a file of data, which a browser reads ten times as fast as a script of the same content. */
export const wordsAsData: Plugin = {
  name: 'words-as-data',
  apply: 'build',
  async load(id) {
    if (!/\/(renderer\/app\/words\/(en|zhCN)|shared\/words\/(english|chinese))\.ts$/.test(id))
      return undefined
    const exported = Object.entries(await import(pathToFileURL(id).href))
    return exported
      .map(([name, texts]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(texts))})`)
      .join('\n')
  },
}

/** Packages whose one door leads to hundreds of modules, none of which does anything by being loaded. */
const barrels = [
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/notifications',
  '@mantine/spotlight',
  '@tabler/icons-react',
]
const barrelImport = new RegExp(`^import \\{([^}]+)\\} from ["'](${barrels.join('|')})["'];?`, 'gm')
const barrelLine = /^(?:import|export) \{([^}]+)\} from ["']([^"']+)["']/gm

/** `a as b`: what is taken, and what it is called here. */
const namesOf = (list: string): [name: string, as: string][] =>
  list
    .split(',')
    .filter((one) => /\S/.test(one))
    .map((one) => {
      const [name = '', as = name] = one.trim().split(/\s+as\s+/)
      return [name, as]
    })

/**
 * Imports each name from the module that has it: what a file needs is then seen in its imports, before anything is left
 * out that is not used. Throws where a package has another form than the above.
 */
export function directImports(): Plugin {
  const maps = new Map<string, ReadonlyMap<string, { module: string; name: string }>>()
  const read = (file: string) =>
    new Map(
      [...readFileSync(file, 'utf8').matchAll(barrelLine)].flatMap(([, list = '', from = '']) =>
        namesOf(list).map(
          ([name, as]) =>
            [
              as,
              { module: from.startsWith('.') ? normalizePath(join(dirname(file), from)) : from, name },
            ] as const,
        ),
      ),
    )
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'post',
    async transform(code, id) {
      if (!barrels.some((barrel) => code.includes(barrel))) return undefined
      const found = [...code.matchAll(barrelImport)]
      for (const [, , barrel = ''] of found) {
        const door = maps.has(barrel) ? null : await this.resolve(barrel, id)
        if (door) maps.set(barrel, read(door.id))
      }
      const direct = code.replaceAll(barrelImport, (_whole, list: string, barrel: string) =>
        namesOf(list)
          .map(([name, as]) => {
            const from = maps.get(barrel)?.get(name)
            if (!from) throw new Error(`${barrel} has no module for ${name}.`)
            // What it hands on of another package stays with it.
            const { module, name: exported } = isAbsolute(from.module) ? from : { module: barrel, name }
            return `import { ${exported} as ${as} } from ${JSON.stringify(module)};`
          })
          .join(' '),
      )
      return found.length > 0 ? { code: direct, map: null } : undefined
    },
  }
}

type Imports = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** Which modules belong together: `isReachedBy` some of these files, by imports that are not put off. */
type Belongs = (isReachedBy: (...files: string[]) => boolean, id: string) => boolean

/** Few files for a screen, since each costs a browser some milliseconds however small it is. The first that fits has a module. */
export function chunksOfPage(root: string, parts: Readonly<Record<string, Belongs>>) {
  const reached = new Map<string, ReadonlySet<string>>()
  const reach = (file: string, imports: Imports): ReadonlySet<string> => {
    const known = reached.get(file)
    if (known) return known
    const all = new Set([normalizePath(realpathSync(join(root, file)))])
    for (const id of all) {
      const module = imports.getModuleInfo(id)
      if (!module) throw new Error(`The build has no module ${id}.`)
      for (const next of module.importedIds) all.add(next)
    }
    reached.set(file, all)
    return all
  }
  return {
    includeDependenciesRecursively: false,
    groups: Object.entries(parts).map(([name, belongs], index, { length }) => ({
      name: (id: string, imports: Imports): string | null =>
        belongs((...files) => files.some((file) => reach(file, imports).has(id)), id) ? name : null,
      debugName: name,
      priority: length - index,
    })),
  }
}

/**
 * Has a browser compile these scripts whole, on a thread of its own. What it stores compiled is what was when a script had run,
 * and the first screen is drawn after that. The comment stands at the top, in front of what the bundler puts there last.
 */
export const compiledWhole = (chunks: readonly string[]): Plugin => ({
  name: 'compiled-whole',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && chunks.includes(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})

/** Puts scripts that are marked so into index.html itself: they run before any file of the page has come. */
export const inlineScripts = (): Plugin => ({
  name: 'inline-scripts',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html, { filename }) => {
      let whole = html
      for (const [tag, source = ''] of html.matchAll(/<script src="([^"]+)" inline><\/script>/g)) {
        const code = await bundleScript(join(dirname(filename), source))
        whole = whole.replace(tag, () => `<script>${code}</script>`)
      }
      return whole
    },
  },
})

async function bundleScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'inlined' } },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code.trim()] : [])).join('')
  if (code === '' || code.includes('</script')) throw new Error(`${entry} cannot stand in a page.`)
  return code
}

/**
 * Names in index.html what the first screen needs, so that a browser asks for all of it at once, and runs each part as
 * soon as it has come. Its styles stand in the head, in front of those that come later: a component's stand behind those
 * of what it is made of. No script waits for them. The last of `chunks` is data, which is read when it is needed.
 */
export function loadFirstScreen(chunks: readonly string[]): Plugin {
  return {
    name: 'load-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = Object.values(bundle).filter((file) => file.type === 'chunk')
        const needed = new Set(files.filter(({ name }) => chunks.includes(name)))
        for (const { imports } of needed)
          for (const file of files) if (imports.includes(file.fileName)) needed.add(file)
        const links = [...needed].flatMap(({ fileName, viteMetadata }) => [
          `<link rel="modulepreload" crossorigin href="./${fileName}">`,
          ...[...(viteMetadata?.importedCss ?? [])].map(
            (sheet) => `<link rel="stylesheet" crossorigin href="./${sheet}">`,
          ),
        ])
        const missing = links.filter((link) => !html.includes(link.match(/"\.\/[^"]*"/)?.[0] ?? ''))
        return html
          .replaceAll('<script type="module"', '<script type="module" async')
          .replace('</head>', `  ${missing.join('\n    ')}\n  </head>`)
      },
    },
  }
}
