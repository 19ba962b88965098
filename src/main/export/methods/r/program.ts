import type { CollectedStudy } from '../../study/study.ts'
import { r } from '../literals.ts'
import { assignments, partsOf } from '../parameters.ts'
import { agreeing } from './agreeing.ts'
import { comparing } from './comparing.ts'
import { contrastsOf } from './contrasts.ts'
import { reading } from './reading.ts'
import { clock, pca, trees } from './structure.ts'

/** A program in base R that makes the numbers of a study again from its tables; only what the study used is in it. */
export function toRProgram(collected: CollectedStudy, head: readonly string[]): string {
  const parts = partsOf(collected)
  const [first] = collected.comparisons
  const pieces = [
    head.map((line) => `# ${line}`).join('\n'),
    assignments(collected, r),
    reading,
    agreeing,
    ...(first ? [contrastsOf(first.test), comparing] : []),
    ...(parts.clock ? [clock] : []),
    ...(parts.pca ? [pca] : []),
    ...(parts.trees ? [trees] : []),
    [
      'results <- read_table("results.csv")',
      'recompute_values(results)',
      ...(first ? ['recompute_comparison(results)'] : []),
      ...(parts.clock ? ['recompute_clock()'] : []),
      ...(parts.pca ? ['recompute_pca(results)'] : []),
      ...(parts.trees ? ['recompute_trees(results)'] : []),
      'finish()',
    ].join('\n'),
  ]
  return `${pieces.map((piece) => piece.trim()).join('\n\n')}\n`
}
