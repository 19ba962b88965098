import type { Translations } from '../translate.ts'

/** Chinese texts: the clock, on the page, in reports and in exports. */
export const clock: Translations = {
  'Predicted: {0}, as returned by pathway-clock; unit not documented':
    '预测：{0}，pathway-clock 原始返回值；单位未说明',
  'Predicted: {0}, from the register': '预测：{0}，来自登记表',
  'Chronological: {0}, as returned by pathway-clock; unit not documented':
    '实际：{0}，pathway-clock 原始返回值；单位未说明',
  'Chronological: {0}, from the register; unit as entered': '实际：{0}，来自登记表；单位按录入',
  'Pathway age (years)': '通路年龄（岁）',
  'Predicted age (years)': '预测年龄（岁）',
  'Biological age (years)': '生物学年龄（岁）',
  'Chronological age (years)': '实际年龄（岁）',
  'Predicted: {0}': '预测：{0}',
  'Chronological: {0}': '实际：{0}',
  'no line and no r: fewer than three points': '无直线和 r：少于三个点',
  'no line and no r: all of one chronological age': '无直线和 r：实际年龄全部相同',
  'no r: all of one predicted age': '无 r：预测年龄全部相同',
  'mean absolute error {0}': '平均绝对误差 {0}',
  'mean difference {0}': '平均差值 {0}',
  'predicted = chronological': '预测 = 实际',
  'least squares: {0} · age {1} {2}': '最小二乘：{0} · 年龄 {1} {2}',
  'r = {0} (95% CI {1} … {2}, by {3})': 'r = {0}（95% 置信区间 {1} … {2}，按 {3}计）',
  'r = {0} (95% CI {1} … {2})': 'r = {0}（95% 置信区间 {1} … {2}）',
  'Predicted against chronological age of {0}: {1}.': '{0}的预测年龄与实际年龄：{1}。',
  '{0} without this value of the clock {1:is|are} not shown.': '{0}没有此时钟值，未显示。',
  '{0} without a chronological age {1:is|are} not shown.': '{0}没有实际年龄，未显示。',
  'Age acceleration': '年龄加速',
  'Age acceleration residual': '年龄加速残差',
  'Age acceleration by group': '各组的年龄加速',
  'Each is one test, so p is not adjusted. At the same chronological age, difference, interval and p come from one regression; the figure shows residuals. That a higher predicted age means “older” is an assumption.':
    '每项均为单次检验，因此 p 未作校正。在相同实际年龄下，差值、区间和 p 来自同一个回归；图中所示为残差。预测年龄较高即“更老”只是假定。',
  'Groups by the clock, in years': '按时钟的各组（岁）',
  'Differences by the clock, in years': '按时钟的差值（岁）',
  Measure: '指标',
  Mean: '均值',
  SD: '标准差',
  '95% CI of the mean': '均值的 95% 置信区间',
  'Age acceleration (years): predicted − chronological age': '年龄加速（岁）：预测年龄 − 实际年龄',
  'At the same chronological age': '在相同实际年龄下',
  'Predicted age at the same chronological age (years): regression on age and group':
    '相同实际年龄下的预测年龄（岁）：对年龄和组别的回归',
  'Age acceleration residual (years): predicted age less that of the regression line':
    '年龄加速残差（岁）：预测年龄减去回归线上的预测年龄',
  'by the clock': '按时钟',
  'by the clock at the same chronological age': '按时钟（在相同实际年龄下）',
  'none chosen': '未选择',
  '{0} of the register': '登记表的 {0}',
  'Export of ages': '导出年龄',
  'Group of the sample, as the register shows it.': '样本的分组，按登记表所示。',
  'Chronological age: {0}.': '实际年龄：{0}。',
  'Predicted age: {0}; years are assumed, as the service documents no unit.':
    '预测年龄：{0}；假定以岁为单位，服务未说明单位。',
  'Predicted age − chronological age.': '预测年龄 − 实际年龄。',
  'Predicted age less that of the least-squares line of predicted on chronological age over these samples; empty: there is no line.':
    '预测年龄减去这些样本的预测年龄对实际年龄的最小二乘直线上的值；空：没有直线。',
  'When the predicted age was fetched.': '获取预测年龄的时间。',
  younger: '年轻',
  older: '年老',
  'no values': '没有数值',
  'Not tested {0}: {1}.': '未能{0}检验：{1}。',
  'The {0} groups differ {1} ({2}).': '{1}，{0} 组之间有差异（{2}）。',
  'No difference was found between the {0} groups {1} ({2}).': '{1}，未发现 {0} 组之间的差异（{2}）。',
  'No difference was found between {0} and {1} {2}: {3} years ({4}).':
    '{2}，未发现 {0} 与 {1} 之间的差异：{3} 岁（{4}）。',
  'Too few values to claim a difference between {0} and {1} {2}: {3} years ({4}).':
    '{2}，数值太少，不断言 {0} 与 {1} 之间有差异：{3} 岁（{4}）。',
  'Samples of {0} look {1} years {2} than those of {3} {4} ({5}).': '{4}，{0} 比 {3} {2} {1} 岁（{5}）。',
  '{0} {1} to {2}': '{0} {1} 至 {2}',
  '{0} {1:pair|pairs}': '{0} 对',
  '{0} of the groups {1:has|have} no predicted age.': '组内 {0}没有预测年龄。',
  '{0} of the groups {1:has|have} no chronological age.': '组内 {0}没有实际年龄。',
  'With groups of this size no p can be below {0}. Groups that show no difference may still differ.':
    '以这样的组大小，p 不可能低于 {0}。未显示差异的组仍可能不同。',
}
