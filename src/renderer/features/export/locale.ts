/** Words of the export dialog; namespace `export`. */
export const locale = {
  en: {
    title: 'Export as CSV',
    what: 'What to export',
    results: 'Results',
    resultsHint:
      'Pathway activities and aging offsets, one value a line, with units and when each was fetched.',
    samples: 'Samples',
    samplesHint: 'The register: every order with its fields, id and state.',
    place: 'Save…',
    cancel: 'Cancel',
    demo: 'Demo data: every line is marked as synthetic.',
    done_one: '{{lines}} line written to {{name}}',
    done_other: '{{lines}} lines written to {{name}}',
  },
  'zh-CN': {
    title: '导出为 CSV',
    what: '导出内容',
    results: '结果',
    resultsHint: '通路活性与衰老偏移，每行一个值，附单位与获取时间。',
    samples: '样本',
    samplesHint: '样本登记表：每个订单的字段、编号与状态。',
    place: '保存…',
    cancel: '取消',
    demo: '演示数据：每一行都标记为合成数据。',
    done_one: '已将 {{lines}} 行写入 {{name}}',
    done_other: '已将 {{lines}} 行写入 {{name}}',
  },
}
