import type { TestName } from '../../../../shared/domain/comparison.ts'
import type { ComparisonFacts } from './facts.ts'
import type { Cite } from './references.ts'

const hedges = (cite: Cite): string =>
  `Hedges g，即均值之差除以合并标准差，再乘以精确的小样本校正因子 Γ(m/2) / (√(m/2) · Γ((m − 1)/2))，其中 m = n₁ + n₂ − 2 ${cite('hedges')}`
const welchInterval = '基于 Welch t 分布的 95% 置信区间'
const rankP =
  '两组数值均少于 50 个且无相同数值时，p 由精确分布计算；否则采用正态近似，并作连续性校正和同秩（相同数值）校正'
const descriptive = '仅作描述，不属于该秩检验'

const counts = ({ activity, agingOffset }: ComparisonFacts['tested']): string =>
  `（活性：精确 ${activity.exact} 条、近似 ${activity.approximate} 条通路；衰老偏移：精确 ${agingOffset.exact} 条、近似 ${agingOffset.approximate} 条）`

const pairCount = (complete: ComparisonFacts['complete']): string => {
  if (!complete) return ''
  const { least, most } = complete
  return least === most ? `（${most} 对）` : `（依通路不同为 ${least} 至 ${most} 对）`
}
/** What each test is, by its full name, with its effect and its interval. */
export const tests: Record<TestName, (compared: ComparisonFacts, cite: Cite) => string[]> = {
  welch: (_, cite) => [
    `对每条通路的每项指标，两组采用 Welch 两独立样本 t 检验比较（双侧，不假定方差相等，自由度按 Welch–Satterthwaite 公式计算）${cite('welch')}。报告均值之差及其${welchInterval}；效应量为 ${hedges(cite)}。`,
  ],
  'mann-whitney': ({ tested }, cite) => [
    `对每条通路的每项指标，两组采用 Mann–Whitney U 检验（即 Wilcoxon 秩和检验，双侧）比较 ${cite('mannWhitney')}。统计量 W 为第一组的 U，即两组数值两两比较时第一组数值较大的组合数，相等者计 0.5。${rankP}${counts(tested)}。效应量为 Cliff δ，即第一组数值较大的比例减去较小的比例 ${cite('cliff')}。均值之差及其${welchInterval} ${cite('welch')} ${descriptive}。`,
  ],
  paired: ({ complete }, cite) => [
    `对每条通路的每项指标，两侧均有数值的配对${pairCount(complete)}采用配对 t 检验（双侧）比较。报告配对差值的均值及其基于 Student t 分布的 95% 置信区间；效应量为配对差值的 Hedges g，即差值均值除以差值自身的标准差（d_z ${cite('lakens')}），再乘以自由度为 n − 1（n 为配对数）的精确小样本校正因子 ${cite('hedges')}。其度量单位与两独立样本的 Hedges g 不同，二者不可相互比较。`,
  ],
  'wilcoxon-signed-rank': ({ tested, complete }, cite) => [
    `对每条通路的每项指标，两侧均有数值的配对${pairCount(complete)}采用 Wilcoxon 符号秩检验（双侧）比较 ${cite('wilcoxon')}。差值为 0 的配对被剔除；统计量 V 为正差值的秩和。配对少于 50 个、无零差值且差值绝对值互不相同时，p 由精确分布计算；否则采用正态近似，并作连续性校正和同秩（相同数值）校正${counts(tested)}。效应量为配对样本的秩双列相关，即正秩和与负秩和之差除以二者之和 ${cite('kerby')}。差值均值及其基于 Student t 分布的 95% 置信区间${descriptive}。`,
  ],
  'kruskal-wallis': ({ groups: of, twos }, cite) => [
    `对每条通路的每项指标，${of.length} 组采用 Kruskal–Wallis 检验比较（H 经同秩校正；p 由自由度为 ${of.length - 1} 的 χ² 分布计算，在任何样本量下均为近似值）${cite('kruskal')}。效应量为 ε² = H / (n − 1)，n 为数值总数 ${cite('tomczak')}。`,
    twos > 1
      ? `此外，全部 ${twos} 种两两组合采用 Mann–Whitney U 检验（双侧）比较 ${cite('mannWhitney')}：${rankP}；所得 p 在每条通路的 ${twos} 次比较之间按 Holm 法校正 ${cite('holm')}，效应量为 Cliff δ ${cite('cliff')}。均值之差及其${welchInterval} ${cite('welch')}（未作多重比较校正）${descriptive}。`
      : '',
  ],
  'welch-anova': ({ groups: of, twos }, cite) => [
    `对每条通路的每项指标，${of.length} 组采用 Welch 方差分析比较（不假定方差相等；F 的组间自由度为 ${of.length - 1}，组内自由度按 Welch 近似公式计算）${cite('welchAnova')}。效应量为 ω² = d(F − 1) / (d(F − 1) + n)，其中 d = ${of.length - 1}，n 为数值总数；F < 1 时记为 0 ${cite('kirk')}。`,
    twos > 1
      ? `此外，全部 ${twos} 种两两组合采用 Welch 两独立样本 t 检验（双侧，各检验仅使用所涉两组的数值）比较 ${cite('welch')}；所得 p 在每条通路的 ${twos} 次比较之间按 Holm 法校正 ${cite('holm')}。报告均值之差及其${welchInterval}（未作多重比较校正）；效应量为 ${hedges(cite)}。`
      : '',
  ],
}
