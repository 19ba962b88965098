/**
 * The house rules of docs/architecture.md as lint rules. `layers`: a room imports from the rooms that its rule lists. `one-way`: sibling
 * folders import in one direction.
 * A room is the longest matching prefix of a file's path below the project's root.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

const services = ['api', 'session', 'drugs', 'samples', 'results', 'studies', 'export']
const serviceRooms = services.map((name) => `src/main/${name}`)
const common = [
  'src/main/ports.ts',
  'src/main/store',
  'src/main/concurrency',
  'src/main/archive',
  'src/shared',
]
const hostParts = [
  'src/main/dispatch.ts',
  'src/main/hosts/builtPages.ts',
  'src/main/hosts/dataFolder.ts',
  'src/main/hosts/openInBrowser.ts',
  'src/main/hosts/stopSignal.ts',
  'src/shared',
  'src/main/ports.ts',
]
const entries = ['index', 'headless', 'cli'].map((name) => `src/main/${name}.ts`)

/** room -> the rooms it may import besides itself; `packages: null` allows any package but electron. */
const rooms = {
  'src/shared': { imports: [], packages: ['zod'] },
  'src/figures': { imports: ['src/shared'] },
  'src/demoService': { imports: ['src/shared/domain'] },
  'src/main/ports.ts': { imports: ['src/shared'] },
  'src/main/dispatch.ts': { imports: ['src/shared', 'src/main/ports.ts'] },
  'src/main/concurrency': { imports: ['src/shared', 'src/main/ports.ts'] },
  'src/main/archive': { imports: ['src/shared'] },
  'src/main/store': { imports: ['src/shared', 'src/main/ports.ts', 'src/main/concurrency'] },
  'src/main/adapters': { imports: ['src/main/ports.ts', 'src/main/concurrency', 'src/shared'] },
  'src/main/app': { imports: [...common, 'src/figures'] },
  // The only folder that may import both services and adapters.
  'src/main/compose': {
    imports: ['src/main', 'src/shared', 'src/figures', 'src/demoService/index.ts'],
    except: ['src/main/hosts', ...entries],
  },
  'src/main/hosts/builtPages.ts': { imports: [] },
  'src/main/hosts/dataFolder.ts': { imports: [] },
  'src/main/hosts/openInBrowser.ts': { imports: ['src/shared'] },
  'src/main/hosts/stopSignal.ts': { imports: [] },
  'src/main/hosts/electron': { imports: [...hostParts, 'src/main/concurrency'], electron: true },
  'src/main/hosts/loopback': { imports: [...hostParts, 'src/main/concurrency'] },
  'src/main/hosts/cli': { imports: hostParts },
  'src/main/compose/start': {
    imports: [
      'src/main/compose/composeApp.ts',
      'src/main/concurrency',
      'src/main/dispatch.ts',
      'src/main/hosts/cli',
      'src/main/hosts/dataFolder.ts',
      'src/main/hosts/loopback',
      'src/main/hosts/stopSignal.ts',
      'src/demoService/index.ts',
      'src/shared',
    ],
  },
  'src/main/index.ts': { imports: ['src/main/cli.ts', 'src/main/compose/start', 'src/main/hosts/electron'] },
  'src/main/headless.ts': { imports: ['src/main/compose/start'] },
  'src/main/cli.ts': { imports: ['src/main/compose/start'] },
  'src/main/threads/csvWorker.ts': { imports: ['src/main/samples', ...common] },
  'src/main/threads/journalWorker.ts': {
    imports: [
      'src/main/adapters',
      'src/main/compose/workspaceBackup',
      'src/main/concurrency',
      'src/main/store',
    ],
  },
  'src/main/threads/drugsWorker.ts': { imports: ['src/main/drugs', 'src/main/adapters/sqlite', ...common] },
  'src/main/threads/analysesWorker.ts': {
    imports: ['src/main/results', 'src/main/adapters/sqlite', ...common],
  },
  'src/main/threads/exportWorker.ts': { imports: ['src/main/export', ...common] },
  'src/main/threads/figuresWorker.ts': { imports: ['src/figures', ...common] },
  'src/main/threads/keychainHelper.ts': { imports: ['src/main/adapters/keychain'] },
  'src/preload': { imports: ['src/shared/contract'], electron: true, packages: [] },
  'src/renderer/ui': { imports: ['src/shared'] },
  'src/renderer/charts': { imports: ['src/shared', 'src/figures', 'src/renderer/ui'] },
  'src/renderer/client': { imports: ['src/shared'] },
  'src/renderer/state': { imports: ['src/shared', 'src/renderer/client', 'src/renderer/ui'] },
  'src/renderer/shared': {
    imports: ['src/shared', 'src/renderer/client', 'src/renderer/ui', 'src/renderer/state'],
  },
  'src/renderer/app': { imports: ['src/renderer', 'src/figures', 'src/shared'] },
  'src/renderer/testSetup.ts': { imports: ['src/renderer/ui'] },
  'src/renderer/main.tsx': { imports: ['src/renderer', 'src/figures', 'src/shared'] },
  'src/renderer/firstRequest.ts': { imports: ['src/shared'] },
}
for (const room of serviceRooms) rooms[room] = { imports: [...common] }
// Reports and capsules hold the figures of the screens.
rooms['src/main/export'].imports.push('src/figures')
/** Every folder of `features` is a room, also one that is new. */
const featureRule = {
  imports: [
    'src/shared',
    'src/figures',
    'src/renderer/ui',
    'src/renderer/charts',
    'src/renderer/client',
    'src/renderer/state',
    'src/renderer/shared',
  ],
}

/**
 * The files through which other folders may import each folder of `src/main`; all other files are internal. `*`: each
 * file at its first level is a topic of its own and may be imported. A comment names the thread or process that loads a
 * second entry without the rest of the folder.
 */
export const doors = {
  'src/main/adapters': ['*'],
  'src/main/adapters/files': ['*'],
  'src/main/adapters/keychain': [
    'secretStore.ts',
    'helperClient.ts',
    // process keychainHelper
    'helperMain.ts',
  ],
  'src/main/adapters/network': ['network.ts', 'redirectListener.ts'],
  'src/main/adapters/pdf': ['printPdf.ts'],
  'src/main/adapters/sqlite': [
    'openDatabase.ts',
    'disposableDatabase.ts',
    'leaseOwners.ts',
    'locks.ts',
    'backups.ts',
    'copyReadable.ts',
    'inspect.ts',
    'quarantine.ts',
    'sqliteFailure.ts',
    // thread journalWorker
    'journalTasks.ts',
  ],
  'src/main/api': ['api.ts', 'connectionCheck/connectionCheck.ts', 'rateLimit/rateLimiter.ts'],
  'src/main/app': ['*', 'problemReports/problemReports.ts'],
  'src/main/compose': [
    'composeApp.ts',
    // thread journalWorker
    'workspaceBackup/backUpWorkspace.ts',
    'workspaceBackup/restoreWorkspace.ts',
  ],
  'src/main/archive': ['*'],
  'src/main/concurrency': ['*'],
  'src/main/drugs': [
    'drugs.ts',
    // thread drugsWorker
    'cache/drugWorker.ts',
  ],
  'src/main/export': [
    'export.ts',
    'capsule/capsule.ts',
    'figures/figures.ts',
    // thread exportWorker
    'formats/writers.ts',
  ],
  'src/main/hosts': ['*'],
  'src/main/hosts/cli': ['runCli.ts'],
  'src/main/hosts/electron': [
    'host.ts',
    // before the app loads
    'launch/launch.ts',
  ],
  'src/main/hosts/loopback': ['host.ts'],
  'src/main/results': [
    'results.ts',
    // thread analysesWorker
    'cohort/cohortWorker.ts',
  ],
  'src/main/samples': [
    'samples.ts',
    // thread csvWorker
    'import/reader/runReader.ts',
  ],
  'src/main/session': ['session.ts'],
  'src/main/compose/start': ['*'],
  'src/main/studies': ['studies.ts'],
  'src/main/store': ['*'],
  'src/main/store/orderLog': ['*'],
  'src/main/threads': [],
}
const roomsWithDoors = Object.keys(doors).sort((a, b) => b.length - a.length)

/** Returns the reason why `file` may not import `target` from its folder, or undefined if it may. */
function doorProblem(file, target) {
  const room = roomsWithDoors.find((name) => target.startsWith(`${name}/`))
  if (!room || within(file, room)) return undefined
  const inside = target.slice(room.length + 1)
  if (doors[room].includes(inside) || (doors[room].includes('*') && !inside.includes('/'))) return undefined
  return `${target} is the inside of ${room}: enter by ${doors[room].join(', ')}`
}

const roomNames = Object.keys(rooms).sort((a, b) => b.length - a.length)
const within = (file, room) => file === room || file.startsWith(`${room}/`)
const roomOf = (file) =>
  /^src\/renderer\/features\/[^/]+(?=\/)/.exec(file)?.[0] ?? roomNames.find((room) => within(file, room))

/**
 * Returns the reason why `file` may not import `specifier`, or undefined if it may. Paths are relative to the root,
 * with `/`.
 */
export function layerProblem(file, specifier) {
  const room = roomOf(file)
  if (!room) return `${file} belongs to no room of docs/architecture.md: give it one in lint/layers.js`
  const rule = rooms[room] ?? featureRule
  if (specifier === 'electron' || specifier.startsWith('electron/'))
    return rule.electron
      ? undefined
      : `${room} may not import electron: only src/main/hosts/electron and src/preload do`
  if (!specifier.startsWith('.')) {
    if (specifier.startsWith('node:')) {
      const pure =
        within(file, 'src/shared') ||
        within(file, 'src/figures') ||
        within(file, 'src/renderer') ||
        within(file, 'src/preload')
      return pure ? `${room} runs without Node: it may not import ${specifier}` : undefined
    }
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    return rule.packages && !rule.packages.includes(name)
      ? `${room} may not import the package ${name}`
      : undefined
  }
  const target = relative(projectRoot, resolve(projectRoot, dirname(file), specifier.split('?')[0]))
    .split(sep)
    .join('/')
  if (!target.startsWith('src/')) return `${room} may not import ${target}: it is outside src`
  if (within(target, room)) return undefined
  if (rule.except?.some((banned) => within(target, banned))) return `${room} may not import ${target}`
  return rule.imports.some((allowed) => within(target, allowed))
    ? doorProblem(file, target)
    : `${room} may not import ${roomOf(target) ?? target} (docs/architecture.md, "Who may import whom")`
}

/** Splits two paths at their common folder: its path and the next name of each. Returns null if they share no folder. */
function siblingsOf(file, target) {
  const [a, b] = [file.split('/'), target.split('/')]
  const at = a.findIndex((name, index) => name !== b[index])
  return at < 1 || at >= b.length ? null : { parent: a.slice(0, at).join('/'), from: a[at], to: b[at] }
}

const relativeImport = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g
const targetOf = (file, specifier) => posix.join(posix.dirname(file), specifier.split('?')[0])

/** Folder -> name in it -> the names beside it that it imports, each with one import as an example. */
function readSiblingImports() {
  const folders = new Map()
  const files = ['src', 'e2e'].flatMap(filesBelow)
  const known = new Set(files)
  for (const file of files)
    for (const [, specifier] of readFileSync(join(projectRoot, file), 'utf8').matchAll(relativeImport)) {
      const target = targetOf(file, specifier)
      const siblings = known.has(target) ? siblingsOf(file, target) : null
      if (!siblings) continue
      const { parent, from, to } = siblings
      const names = folders.get(parent) ?? new Map()
      folders.set(parent, names.set(from, new Map(names.get(from)).set(to, `${file} imports ${target}`)))
    }
  return folders
}

function filesBelow(root) {
  try {
    return readdirSync(join(projectRoot, root), { recursive: true })
      .map((name) => `${root}/${name.split(sep).join('/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !isTest(file))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

/** Finds the imports that lead from one name of a folder to another. Returns null if none do. */
function wayTo(names, from, to) {
  const ways = new Map([[from, []]])
  for (const [name, way] of ways)
    for (const [next, example] of names.get(name) ?? []) {
      if (next === to) return [...way, example]
      if (!ways.has(next)) ways.set(next, [...way, example])
    }
  return null
}

/**
 * Sibling folders, or a folder and a file beside it, import in one direction only, so that a reader can tell which comes
 * first. Style sheets count too. It reads the imports of the whole project once.
 */
const oneWay = {
  meta: { type: 'problem' },
  create(context) {
    const file = relative(projectRoot, context.filename).split(sep).join('/')
    if (!/^(src|e2e)\//.test(file) || isTest(file)) return {}
    return onImports((node, specifier) => {
      const siblings = specifier.startsWith('.') ? siblingsOf(file, targetOf(file, specifier)) : null
      if (!siblings) return
      const { parent, from, to } = siblings
      siblingImports ??= readSiblingImports()
      const wayBack = wayTo(siblingImports.get(parent) ?? new Map(), to, from)
      if (wayBack)
        context.report({
          node,
          message: `${parent}: ${from} imports ${to}, which imports ${from} (${wayBack.join(', ')}). Folders point one way: move a file to the lower one, or pass a function in`,
        })
    })
  },
}
let siblingImports

/** Visitors that call `check` with the specifier of each import and export. */
const onImports = (check) => {
  const visit = (node, source) => {
    if (typeof source?.value === 'string') check(node, source.value)
  }
  return {
    ImportDeclaration: (node) => visit(node, node.source),
    ExportNamedDeclaration: (node) => visit(node, node.source),
    ExportAllDeclaration: (node) => visit(node, node.source),
    ImportExpression: (node) => visit(node, node.source),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') visit(node, node.arguments[0])
    },
  }
}

const layers = {
  meta: { type: 'problem' },
  create(context) {
    const file = relative(projectRoot, context.filename).split(sep).join('/')
    // Tests may wire real parts of other rooms together; they ship nowhere.
    if (!file.startsWith('src/') || isTest(file)) return {}
    return onImports((node, specifier) => {
      const problem = layerProblem(file, specifier)
      if (problem) context.report({ node, message: problem })
    })
  },
}

const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file) || file.includes('/testing/')

/** Files that cast because a library's types are less exact than, or different from, the values it accepts. */
const castsOfLibraries = [
  'src/figures/frame/figure.ts',
  'src/figures/vector/plainBoard.ts',
  'src/figures/vector/vectorFigure.ts',
  'src/main/adapters/sqlite/dialect.ts',
]

/**
 * Forbids code that disables type checking at a seam: `as never`, `as unknown as`, and search parameters of no
 * particular route.
 */
const typedSeams = {
  meta: { type: 'problem' },
  create(context) {
    const file = relative(projectRoot, context.filename).split(sep).join('/')
    if (!file.startsWith('src/') || isTest(file)) return {}
    return {
      TSAsExpression: (node) => {
        if (node.typeAnnotation.type === 'TSNeverKeyword')
          context.report({ node, message: '`as never` fits anywhere: give the value its type' })
        else if (
          node.expression.type === 'TSAsExpression' &&
          node.expression.typeAnnotation.type === 'TSUnknownKeyword' &&
          !castsOfLibraries.includes(file)
        )
          context.report({ node, message: '`as unknown as` fits anywhere: give the value its type' })
      },
      Property: (node) => {
        if (node.key.name === 'strict' && node.value.value === false)
          context.report({
            node,
            message: '`strict: false` reads the address of any route: use useSearchParams of the route',
          })
      },
    }
  },
}

export default {
  meta: { name: 'pathclock' },
  rules: { layers, 'one-way': oneWay, 'typed-seams': typedSeams },
}
