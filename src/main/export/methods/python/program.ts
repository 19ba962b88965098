import type { CollectedStudy } from '../../study/study.ts'
import { python } from '../literals.ts'
import { assignments, partsOf } from '../parameters.ts'
import { agreeing } from './agreeing.ts'
import { comparing } from './comparing.ts'
import { contrastsOf } from './contrasts.ts'
import { reading } from './reading.ts'
import { clock, pca, trees } from './structure.ts'

/** A program for Python with numpy and scipy that makes the numbers of a study again from its tables; only what the study used is in it. */
export function toPythonProgram(collected: CollectedStudy, head: readonly string[]): string {
  const parts = partsOf(collected)
  const [first] = collected.comparisons
  const pieces = [
    [...head.map((line) => `# ${line}`), assignments(collected, python)].join('\n'),
    reading,
    agreeing,
    ...(first ? [contrastsOf(first.test), comparing] : []),
    ...(parts.clock ? [clock] : []),
    ...(parts.pca ? [pca] : []),
    ...(parts.trees ? [trees] : []),
    [
      'results = read_table("results.csv")',
      'recompute_values(results)',
      ...(first ? ['recompute_comparison(results)'] : []),
      ...(parts.clock ? ['recompute_clock()'] : []),
      ...(parts.pca ? ['recompute_pca(results)'] : []),
      ...(parts.trees ? ['recompute_trees(results)'] : []),
      'finish()',
    ].join('\n'),
  ]
  const imports = parts.trees
    ? '\nfrom scipy.cluster.hierarchy import linkage\nfrom scipy.spatial.distance import squareform'
    : ''
  const text = pieces.map((piece) => piece.trim()).join('\n\n\n')
  return `${text.replace('from scipy import stats', `from scipy import stats${imports}`)}\n`
}
