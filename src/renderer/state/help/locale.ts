/** The texts of the short explanations and of the example files; namespace `hint`. */
export const locale = {
  en: {
    label: 'What is this? {{name}}',
    more: 'More in Help',
    name: {
      activity: 'Activity',
      offset: 'Aging offset',
      clock: 'Predicted age',
      q: 'p and q',
      missing: 'Missing values',
    },
    text: {
      activity:
        'As the service returned it. It has no documented unit, so it is no percentage and no fold change. Compare values of one pathway between samples, not pathways with each other.',
      offset:
        'What the service returned for one pathway; it may be negative. Offsets are never averaged over pathways into an age.',
      clock:
        'Shown only where the service returned an age for the sample. Pathclock makes none of its own. Age acceleration is the predicted less the chronological age; at the same age, groups are compared by one regression of predicted age on chronological age and group, and the figure shows residuals from the regression line.',
      q: 'p is for one pathway. q is corrected for testing all of them at once (Benjamini–Hochberg): with q below 0.05, about one finding in twenty is expected to be chance.',
      missing: 'Nothing was returned for it. It is hatched, never 0, and left out of every mean.',
    },
    examples: {
      title: 'Example files',
      text: 'No file at hand? These come with Pathclock:',
      about: {
        cohort: '48 samples of two groups, ready to import',
        messy: 'as a spreadsheet leaves it: decimal commas, a line above the header, rows to mend',
      },
      try: 'Try it',
      tryNamed: 'Try it with {{name}}',
      save: 'Save a copy…',
      saveNamed: 'Save a copy of {{name}}…',
      saved: 'Saved {{name}}.',
    },
  },
  'zh-CN': {
    label: '这是什么？{{name}}',
    more: '在帮助中了解更多',
    name: { activity: '活性', offset: '衰老偏移', clock: '预测年龄', q: 'p 与 q', missing: '缺失值' },
    text: {
      activity:
        '按服务返回的值显示。它没有文档说明的单位，因此不是百分比，也不是倍数。请在样本之间比较同一通路的值，而不要在通路之间比较。',
      offset: '服务针对单条通路返回的值，可以为负。绝不会对各通路的偏移求平均来得出年龄。',
      clock:
        '只有服务为样本返回了年龄时才显示。Pathclock 不会自行计算年龄。年龄加速为预测年龄减实际年龄；在相同年龄下，各组以预测年龄对实际年龄和组别的一个回归作比较，图中所示为相对回归线的残差。',
      q: 'p 针对单条通路。q 是对同时检验全部通路校正后的值（Benjamini–Hochberg）：q 小于 0.05 时，预计约二十分之一的发现是偶然。',
      missing: '没有返回该值。图中以斜线表示，从不等于 0，也不计入任何均值。',
    },
    examples: {
      title: '示例文件',
      text: '手边没有文件？Pathclock 自带以下文件：',
      about: {
        cohort: '两个组共 48 个样本，可直接导入',
        messy: '电子表格常见的样子：小数逗号、表头上方有一行、有需要修正的行',
      },
      try: '试用',
      tryNamed: '试用 {{name}}',
      save: '保存副本…',
      saveNamed: '保存副本：{{name}}',
      saved: '已保存 {{name}}。',
    },
  },
}
