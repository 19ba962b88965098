import type { Translations } from '../translate.ts'

/** Chinese texts: the comparison of groups, on the page and in reports. */
export const comparison: Translations = {
  'Welch’s t-test': 'Welch t 检验',
  'Mann–Whitney U': 'Mann–Whitney U',
  'Paired t-test': '配对 t 检验',
  'paired t-test': '配对 t 检验',
  'Wilcoxon signed-rank': 'Wilcoxon 符号秩',
  'Kruskal–Wallis': 'Kruskal–Wallis',
  'Welch’s ANOVA': 'Welch 方差分析',
  'Regression on age and group': '对年龄和组别的回归',
  'regression on age and group': '对年龄和组别的回归',
  'Regression within pairs': '配对内回归',
  'regression of the differences within pairs': '配对内差值的回归',
  'Analysis of covariance': '协方差分析',
  'analysis of covariance': '协方差分析',
  'Hedges g': 'Hedges g',
  'Hedges g of the pairs': '配对 Hedges g',
  'Cliff’s δ': 'Cliff δ',
  'rank-biserial r': '秩双列相关 r',
  'ε²': 'ε²',
  'ω²': 'ω²',
  Difference: '差值',
  'Difference of means': '均值之差',
  'Difference (Hodges–Lehmann)': '差值（Hodges–Lehmann）',
  '95% CI': '95% 置信区间',
  '{0} {1:sample|samples}': '{0} 个样本',
  '{0} {1:pathway|pathways}': '{0} 条通路',
  'q: Benjamini–Hochberg over all {0}': 'q：对全部 {0}的 Benjamini–Hochberg 校正',
  '{0}; {1}': '{0}；{1}',
  '{0} could not be tested: {1}': '{0} 条无法检验：{1}',
  '{0} with q < 0.05': '{0} q < 0.05',
  '{0} more within noise': '另有 {0} 条在噪声之内',
  '{0} more with too few values to claim a difference': '另有 {0} 条的值太少，不能断言差异',
  'too few values': '数值太少',
  'no spread within groups': '组内数值无离散，无法检验',
  'values too large': '数值过大',
  'each group has its own age': '各组年龄各不相同，无法区分',
  'within noise': '在噪声之内',
  'few values': '数值少',
  'approximate p': '近似 p',
  'counting gives no p below {0}': '按计数 p 不低于 {0}',
  '{0} {1:pair|pairs} without a difference': '{0} 对没有差异',
  '95% CI of the effect': '效应量的 95% 置信区间',
  'p and effect are by ranks, and so are the difference (Hodges–Lehmann) and its interval. Where groups are too small for 95%, no interval is given.':
    'p、效应量、差值（Hodges–Lehmann）及其区间均基于秩。组太小而达不到 95% 时，不给出区间。',
  'p is by χ² with one degree of freedom less than groups, which is an approximation.':
    'p 按 χ² 分布（自由度为组数减一）计算，为近似值。',
  'An approximate p is by the normal distribution with continuity correction, as in R: values are equal, or there are fifty or more.':
    '近似 p 采用带连续性校正的正态分布，与 R 相同：存在相同数值，或数值达五十个及以上。',
  '{0} {1:was|were} tested with fewer than five values in a group (at least {2}), marked “few values”. What is not found there may be there all the same.':
    '{0}在某组中的数值少于五个（最少 {2} 个），以“数值少”标记。此处未发现差异并不表示没有差异。',
  'Of two of these groups no p can be below {0}, and by Holm none below {1}.':
    '这些组两两比较时，p 不可能低于 {0}，经 Holm 校正后不可能低于 {1}。',
  'Replicates count once, by their mean, so n is the number of what was measured, not of samples.':
    '重复测量以均值计一次，因此 n 是被测对象的数目，而不是样本数。',
  'Noise from {0} {1:set|sets} of replicates by {2} ({3} {4:degree|degrees} of freedom). A difference lies within noise below 1.96 · SD · √(Σ 1/k / n², of both groups), for n units of k measurements each: what noise alone makes of it in 95 of 100 cases.':
    '噪声来自按 {2} 的 {0} 组重复测量（自由度 {3}）。差值小于 1.96 · SD · √(两组的 Σ 1/k / n²) 时在噪声之内（n 个单位，每个测量 k 次）：仅由噪声引起的差值在 100 次中有 95 次不超过该值。',
  '{0} could not be tested; the table says why. Each counts as p = 1 in q.':
    '{0}无法检验；原因见表。计算 q 时各按 p = 1 计。',
  'With groups of this size no p can be below {0}, and so no q below {1}. A pathway that shows nothing here may still differ.':
    '以这样的组大小，p 不可能低于 {0}，因此 q 不可能低于 {1}。此处未显示差异的通路仍可能不同。',
  '{0} with equal values {1:has|have} an approximate p below that, to be trusted no further.':
    '{0}因有相同数值而采用近似 p，且低于该值；不应按更小的 p 解读。',
  'The smallest group has only {0} {1:value|values}': '最小的组只有 {0} 个数值',
  '{0}: numbers are shown, but no difference between two groups is claimed.':
    '{0}：仅列出数值，不断言两组之间有差异。',
  '{0}: only large differences can be found, and the error rate of the test may reach about 9% instead of 5%.':
    '{0}：只能发现较大的差异，检验的错误率可能达到约 9%，而非 5%。',
  'Ordinary ANOVA was used instead of Welch’s: of {0} groups the smallest has only {1} {2:value|values}, and with fewer values than groups Welch’s finds differences where there are none.':
    '采用了普通方差分析而非 Welch 方差分析：{0} 个组中最小的只有 {1} 个数值；组内数值少于组数时，Welch 方差分析会在没有差异处得出差异。',
  'Ordinary ANOVA': '普通方差分析',
  'ordinary ANOVA': '普通方差分析',
  '{0} {1:is|are} in several groups and left out of all.': '{0}同时属于多个组，已全部排除。',
  '{0} {1:has|have} no value of the field and {2:is|are} in no group.': '{0}没有该字段的值，不属于任何组。',
  '{0} of the groups {1:has|have} no result yet.': '组内 {0}还没有结果。',
  '{0} without a partner left out.': '{0}没有配对，已排除。',
  '{0} {1:pair has|pairs have} several samples on one side; their mean is compared.':
    '{0} 对在一侧有多个样本；比较其均值。',
  'No two samples of a group share a value of the replicates’ field, so the noise is unknown.':
    '组内没有两个样本具有相同的重复测量字段值，因此噪声未知。',
  'The numbers come from several services, which may not measure alike: {0}.':
    '数值来自多个服务，其测量方式可能不同：{0}。',
  '{0} are one pathway here ({1}).': '{0} 在此视为同一通路（{1}）。',
  '{0} {1:has|have} values under more than one of these names; the first counts.':
    '{0}在其中多个名称下有数值；以第一个为准。',
  'Volcano plot of {0}, {1} minus {2}: {3} with {4} below 0.05, beyond noise and with enough values.':
    '{0}的火山图，{1} 减 {2}：{3} 条 {4} 低于 0.05、超出噪声且值足够多。',
  'Color: effect of every two groups. Size: the greater of q of all groups and their p by Holm over the pairs of one pathway, so that no pair is ringed where the test of all groups found nothing.':
    '颜色：每两组的效应量。大小：全部组的 q 与同一通路各对之间经 Holm 校正的 p 中较大者；因此全部组的检验无发现时，任何一对都不加圈。',
  'n = {0} {1:pair|pairs}': 'n = {0} 对',
  'n = {0} in {1} groups': '{1} 组共 n = {0}',
  '{0}: n = {1}': '{0}：n = {1}',
  '{0}: not tested ({1})': '{0}：未检验（{1}）',
  '{0} − {1}: {2} of {3}': '{0} − {1}：{3}的 {2}',
  '{0} − {1}: difference of {2} in SD of the pathway': '{0} − {1}：{2}之差（以通路的标准差为单位）',
  'greater of q and p (Holm)': 'q 与 p（Holm）中较大者',
  'Values of {0} by group.': '各组 {0} 的数值。',
  'Here every sample is a point.': '图中每个样本为一个点。',
  'Replicates count once, by their mean, in the test; here every sample is a point.':
    '检验中重复测量以均值计一次；此处每个样本为一个点。',
}
