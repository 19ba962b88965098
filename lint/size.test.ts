import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'

const projectRoot = join(import.meta.dirname, '..')
/**
 * The most lines of TypeScript in each area. A change that needs more raises the number in the same commit, and its
 * message says why; a change that needs fewer lowers it.
 */
const budget: Record<string, number> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'size.json'), 'utf8'),
)
/** An area may have this share of its lines, or this many, fewer than its budget. */
const slack = { share: 0.03, lines: 30 }

/** Returns the area of a file: a folder of a process, such as `src/main/api`, or `tests` of a process. */
function areaOf(file: string): string {
  const [root = '', process = '', area = '', part = ''] = file.split(sep)
  if (root !== 'src') return root
  if (/\.test\.tsx?$/.test(file) || file.includes(`${sep}testing${sep}`)) return `${root}/${process} tests`
  if (area === 'features') return `${root}/${process}/${area}/${part}`
  return /\.tsx?$/.test(area) || area === '' ? `${root}/${process}` : `${root}/${process}/${area}`
}

const lines = new Map<string, number>()
for (const file of globSync('{src,e2e,bench,lint}/**/*.{ts,tsx}', { cwd: projectRoot })) {
  const count = readFileSync(join(projectRoot, file), 'utf8').split('\n').length - 1
  lines.set(areaOf(file), (lines.get(areaOf(file)) ?? 0) + count)
}

it('no area has more lines than its budget, or a budget far above its lines', () => {
  const areas = [...new Set([...lines.keys(), ...Object.keys(budget)])].toSorted()
  const wrong = areas.flatMap((area) => {
    const [count = 0, most = 0] = [lines.get(area), budget[area]]
    return count > most || count < (1 - slack.share) * most - slack.lines
      ? [`${area}: ${count} lines, budget ${most}`]
      : []
  })
  expect(wrong).toEqual([])
})
