/** Words of the files that come with the app; namespace `examples`. */
export const locale = {
  en: {
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
  'zh-CN': {
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
}
