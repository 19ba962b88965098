import type { Translations } from '../translate.ts'

/** Chinese texts: the overview of a study, with its findings, cautions and unexamined questions. */
export const overview: Translations = {
  activity: '活性',
  'aging offset': '衰老偏移',
  'between {0} and {1}': '{0} 与 {1} 之间',
  'among the {0} groups': '{0} 个组之间',
  'No pathway of {0} was found to differ in {1} {2} (q < 0.05).':
    '在 {0} 条通路中，未发现 {2}有{1}不同的通路（q < 0.05）。',
  '{0} of {1} {2:differs|differ} in {3} {4} (q < 0.05, {5}): {6}.':
    '在 {1}中，有 {0} 条的{3}在 {4}不同（q < 0.05，{5}）：{6}。',
  'Too few values to claim a difference in {0} {1}: the smallest q of {2} is {3}.':
    '数值太少，不断言 {1}的{0}有差异：{2}中最小的 q 为 {3}。',
  '{0} of the {1} were tested; {2}.': '{1}中检验了 {0} 条；{2}。',
  'very strong evidence': '证据非常强',
  'strong evidence': '证据强',
  'moderate evidence': '证据中等',
  'This is {0} from one test.': '{0}，来自一次检验。',
  'Its p is by Holm over {0} comparisons with {1}.': '其 p 经 Holm 法对与 {1} 的 {0} 次比较校正。',
  '{0} {1:donor|donors}': '{0} 名供体',
  '{0} {1:subject|subjects}': '{0} 名受试者',
  '{0} {1:patient|patients}': '{0} 名患者',
  '{0} {1:animal|animals}': '{0} 只动物',
  'All {0} are in both {1} and {2}': '全部 {0}都同时在 {1} 和 {2} 中',
  '{0} of {1} {2:is|are} in both {3} and {4}': '{1}中有 {0} 个同时在 {3} 和 {4} 中',
  '{0}, so a paired test was used ({1}).': '{0}，因此使用配对检验（{1}）。',
  '{0}, so the groups were compared without pairs ({1}). A paired test is used when at least three, and two thirds of all, are in both.':
    '{0}，因此不按配对比较（{1}）。至少三个且占总数三分之二同时在两组中时，才使用配对检验。',
  'Whether the clock follows the chronological age cannot be told: {0} are too few.':
    '无法判断时钟是否跟随实际年龄：{0}太少。',
  '{0} of {1}': '{1}的 {0}',
  'r = {0}, 95% CI {1} to {2}, {3}': 'r = {0}，95% 置信区间 {1} 至 {2}，{3}',
  'It is {0} years off on average.': '平均误差为 {0} 岁。',
  'The clock follows the chronological age ({0}).': '时钟预测的年龄随实际年龄变化（{0}）。',
  'The clock was not found to follow the chronological age ({0}).':
    '未发现时钟预测的年龄随实际年龄变化（{0}）。',
  'mimicking: {0}': '作用一致：{0}',
  'opposing: {0}': '作用相反：{0}',
  'Best drug matches by stated directions for the difference between {0} and {1} – {2}. No drug effect was tested.':
    '按已说明的作用方向，与 {0} 和 {1} 之间的差异最吻合的药物：{2}。未检验任何药物的效果。',
  'Drugs were not matched: no two groups were compared.': '未匹配药物：没有比较任何两个组。',
  'Drugs were not matched: no activity was found to differ, and a profile of chance matches some drug too.':
    '未匹配药物：未发现不同的活性，而随机的谱也会与某些药物吻合。',
  'Drugs were not matched: no direction of a drug on these pathways is stored on this computer.':
    '未匹配药物：本机没有存储任何药物对这些通路的作用方向。',
  'None of the {0} {1:drug|drugs} with stated directions on the pathways that differ mimics or opposes the difference on the whole.':
    '对有差异的通路有已知方向的 {0} 种药物，总体上均既不与该差异一致，也不与之相反。',
  'No pathway could be tested for {0}: {1}.': '没有通路可作{0}检验：{1}。',
  'Age acceleration was not looked at: the samples have no result of the clock.':
    '未查看年龄加速：样本没有时钟结果。',
  'Age acceleration was not looked at: the samples have no chronological age.':
    '未查看年龄加速：样本没有实际年龄。',
  'Age acceleration was not looked at: no sample has both a result of the clock and a chronological age.':
    '未查看年龄加速：没有样本同时具有时钟结果和实际年龄。',
  'Age acceleration was not compared: {0}.': '未比较年龄加速：{0}。',
  'Age acceleration was not compared: the groups have too few samples with both ages.':
    '未比较年龄加速：各组中同时具有两种年龄的样本太少。',
  '{0} of {1} analyzed; findings come when all are.': '已分析 {0} / {1}；全部完成后显示结论。',
  'Only {0} of {1} are analyzed: these results are interim and may change.':
    '{1}中只有 {0} 个已分析：这些是中期结果，可能会改变。',
  'Values of one “{0}” are alike (ICC {1}), so the samples are not independent and p may be too small. Count each “{2}” once?':
    '同一“{0}”的数值相近（ICC {1}），因此样本并不独立，p 可能偏小。每个“{2}”只计一次？',
  'Values of one “{0}” are alike (ICC {1}), as in a batch: a difference between the groups may be due to it.':
    '同一“{0}”的数值相近（ICC {1}），如同批次效应：组间差异可能由它引起。',
  'The data are synthetic: they say nothing about biology.': '这些是合成数据，不说明任何生物学结论。',
  'The chronological age': '实际年龄',
  '{0} is confounded with the groups in the comparison of {1} with {2}, so a difference may be due to it.':
    '在 {1} 与 {2} 的比较中，{0}与分组混杂，因此差异可能由其引起。',
  'The day of analysis': '分析日期',
  'The service that analyzed the samples': '进行分析的服务',
  'Cramér’s V': 'Cramér V',
  '{0} differs between the groups ({1}), so a difference may be due to it.':
    '{0}在各组间不同（{1}）：组间差异可能由它引起。',
  '{0} is confounded with the groups: each of its values occurs in one group only, so a difference may be due to it.':
    '{0}与分组混杂：它的每个值只出现在一个组中，组间差异可能由它引起。',
  '{0} is confounded with the groups: its values in one group do not overlap those in the others, so a difference may be due to it.':
    '{0}与分组混杂：各组的取值互不重叠，组间差异可能由它引起。',
  'There are only {0} {1:pair|pairs}: only large differences can be found.':
    '只有 {0} 对：只能发现较大的差异。',
  'The smallest group has only {0}': '最小的组只有 {0}',
  '{0} {1:value|values} of “{2}”': '“{2}”的 {0} 个值',
  'Beside {0}, up to a third of studies without any difference name a pathway all the same.':
    '与 {0}相比，即使毫无差异，也有多达三分之一的研究会指出某条通路。',
  'Left out, with fewer than two samples that have results: {0}.': '有结果的样本不足两个而未比较的组：{0}。',
  '{0} with results {1:is|are} in no group.': '{0}有结果但不属于任何组。',
  'Samples of one group with the same “{0}” are averaged and count once.':
    '同一组中“{0}”相同的样本取均值，只计一次。',
  '{0} of {1} {2:has|have} no results and {3:is|are} not included.': '{1}中有 {0} 个没有结果，未计入。',
  '{0} {1:is|are} in a state that is not known.': '{0}的状态未知。',
  '{0} of the activities are missing.': '{0} 的活性值缺失。',
  '{0} {1:is|are} missing in more than a fifth of the samples: {2}.': '{0}在超过五分之一的样本中缺失：{2}。',
  '{0} {1:lacks|lack} more than a fifth of the pathways: {2}.': '{0}缺少超过五分之一的通路：{2}。',
  '{0} {1:lies|lie} far from the others of the group: {2}.': '{0}远离同组的其他样本：{2}。',
  'The results were fetched up to {0} days apart; the service may have changed meanwhile.':
    '各结果的获取时间最多相隔 {0} 天；其间服务可能已有变化。',
  '{0} {1:was|were} analyzed more than once; the newest values are used.':
    '{0}分析过不止一次；使用最新的值。',
  '{0} {1:test|tests} in {2} {3:set|sets} were run here (activity, aging offset and clock of each comparison).':
    '此处共作了 {0} 次检验，分为 {2} 组（每次比较的活性、衰老偏移和时钟）。',
  'The saved comparisons of this study hold {0} more.': '本研究保存的比较另含 {0} 次检验。',
  'Each set is corrected for multiple testing on its own; nothing corrects across them.':
    '每组各自作多重检验校正，各组之间不再校正。',
  'Nothing was looked at: no sample has results yet.': '未查看任何内容：还没有样本有结果。',
  'Not checked for confounding, because they seem to be the groups by another name: {0}.':
    '以下字段似乎是分组的另一种名称，未检查混杂：{0}。',
  'Not checked for confounding, because they have too many values: {0}.':
    '以下字段取值太多，未检查是否与分组混杂：{0}。',
  'Not checked for confounding, because more than half of the samples lack them: {0}.':
    '超过半数的样本缺少以下字段，未检查是否与分组混杂：{0}。',
  'Earlier results of samples that were analyzed more than once were not compared with the current ones.':
    '对分析过不止一次的样本，未将其较早的结果与当前结果比较。',
  'The saved comparison “{0}” was not used: {1}': '未使用已保存的比较“{0}”：{1}',
  'Not every group of it has two samples with results.': '其中并非每个组都有两个有结果的样本。',
  'No groups were compared: {0}': '未比较任何组：{0}',
  'No groups were compared: no field of the samples is chosen to make them.':
    '未比较各组：没有选择用于分组的字段。',
  'No groups were compared: no sample with results has a value of “{0}”.':
    '未比较各组：有结果的样本都没有“{0}”的值。',
  'No groups were compared: “{0}” has {1} values, and at most {2} groups are compared.':
    '未比较各组：“{0}”有 {1} 个值，最多比较 {2} 个组。',
  'No groups were compared: fewer than two values of “{0}” have two samples with results.':
    '未比较各组：“{0}”中有两个有结果样本的值不足两个。',
  'No groups were compared: the control “{0}” has fewer than two samples with results.':
    '未比较各组：对照“{0}”有结果的样本不足两个。',
  'No two of the {0} groups were compared: none of them is chosen as the control.':
    '未对 {0} 个组两两比较：没有选择其中一个作为对照。',
  '{0} (positive control)': '{0}（阳性对照）',
}
