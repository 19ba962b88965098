import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Electron's type declarations, read as data. The simulation refuses names that are not in them, so it cannot offer an
 * API that Electron has removed.
 */
export type Declarations = {
  version: string
  /** The names that `electron` exports as values. */
  exports: ReadonlySet<string>
  /** Returns the members of a class or interface, including inherited ones; static ones are named `static x`. */
  members(type: string): ReadonlySet<string>
  /** Returns the events of a class or interface; empty if it has none. */
  events(type: string): ReadonlySet<string>
  /** Returns the string literals of a member's union type, such as the roles of a menu item. */
  literals(type: string, member: string): ReadonlySet<string>
}

const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))

export function readDeclarations(): Declarations {
  const lines = readFileSync(join(folder, 'electron.d.ts'), 'utf8').split('\n')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const bodies = readBodies(lines)
  const bodyOf = (type: string): string[] => {
    const found = bodies.get(type)
    if (!found) throw new Error(`simulator: Electron ${version} declares no ${type}`)
    return found.parent && bodies.has(found.parent) ? [...found.lines, ...bodyOf(found.parent)] : found.lines
  }
  const collect = (type: string, pattern: RegExp): Set<string> =>
    new Set(
      bodyOf(type).flatMap((line) => {
        const found = pattern.exec(line)
        return found?.[2] ? [`${found[1] ? 'static ' : ''}${found[2]}`] : []
      }),
    )
  return {
    version,
    exports: readExports(lines),
    members: (type) => collect(type, /^ {4}(static )?(?:readonly )?(?:get |set )?([\w$]+)\??[(:<]/),
    events: (type) => collect(type, /^ {4}()on\(event: '([^']+)'/),
    literals: (type, member) => {
      const line = bodyOf(type).find((text) => new RegExp(`^ {4}${member}\\??:`).test(text)) ?? ''
      return new Set([...line.matchAll(/'([^']+)'/g)].map((found) => found[1] ?? ''))
    },
  }
}

type Body = { parent: string | null; lines: string[] }

/**
 * Reads the classes and interfaces of the namespace `Electron`, which are indented by two spaces and end with a brace
 * there.
 */
function readBodies(lines: readonly string[]): Map<string, Body> {
  const bodies = new Map<string, Body>()
  let open: Body | null = null
  for (const line of lines) {
    const start = /^ {2}(?:class|interface) (\w+)(?: extends ([\w.]+))? \{$/.exec(line)
    if (start?.[1]) {
      open = { parent: start[2] ?? null, lines: [] }
      bodies.set(start[1], open)
    } else if (line === '  }') open = null
    else open?.lines.push(line)
  }
  return bodies
}

function readExports(lines: readonly string[]): Set<string> {
  const start = lines.findIndex((line) => line.includes('namespace CrossProcessExports'))
  const names = lines
    .slice(start)
    .map((line) => /^ {4}(?:const|class) (\w+)/.exec(line)?.[1])
    .filter((name) => name !== undefined)
  return new Set(names)
}
