/** Words of the tour; namespace `tour`. */
export const locale = {
  en: {
    label: 'Tour',
    place: 'Step {{at}} of {{count}}',
    skip: 'Skip the tour',
    back: 'Back',
    next: 'Next',
    finish: 'Finish',
    keys: 'Arrow keys go on and back, Escape ends the tour.',
    drugs: {
      title: 'Look up drugs',
      text: 'Search by name, category or pathway. What you have seen once can be found again without a network.',
    },
    samples: {
      title: 'Order samples from a table',
      text: 'Import an Excel or CSV file here: every row is checked before anything is sent, and each order is kept in a register.',
    },
    results: {
      title: 'Read the results',
      text: 'One set of samples as a table, heatmap, groups, PCA, clock or comparison. Choose the samples once; all views follow.',
    },
    search: {
      title: 'Find anything',
      text: 'Go to a place, run a command or search drugs from one field.',
    },
    export: {
      title: 'Take it with you',
      text: 'Tables, reports, study capsules and the text of the methods, each with where its numbers came from.',
    },
    status: {
      title: 'See what goes on',
      text: 'Online or offline, requests left, and the tasks under way: click them to pause, cancel or retry.',
    },
    help: {
      title: 'Ask for help',
      text: 'Help, all shortcuts and this tour are here, without a network. A problem can be reported from here too.',
    },
  },
  'zh-CN': {
    label: '导览',
    place: '第 {{at}} 步，共 {{count}} 步',
    skip: '跳过导览',
    back: '上一步',
    next: '下一步',
    finish: '完成',
    keys: '方向键前进或后退，Esc 结束导览。',
    drugs: {
      title: '查询药物',
      text: '按名称、类别或通路搜索。看过一次的内容，没有网络也能再次找到。',
    },
    samples: {
      title: '用表格下单样本',
      text: '在此导入 Excel 或 CSV 文件：发送之前会核对每一行，每个订单都保存在登记表中。',
    },
    results: {
      title: '阅读结果',
      text: '同一组样本可以用表格、热图、分组、PCA、时钟或比较来查看。样本只需选择一次，所有视图随之更新。',
    },
    search: { title: '查找一切', text: '在一个输入框中前往页面、运行命令或搜索药物。' },
    export: {
      title: '带走数据',
      text: '表格、报告、研究胶囊和方法文字，每一项都注明数字的来源。',
    },
    status: {
      title: '了解正在发生的事',
      text: '在线或离线、剩余请求数，以及进行中的任务：点击即可暂停、取消或重试。',
    },
    help: {
      title: '寻求帮助',
      text: '帮助、全部快捷键和本导览都在这里，无需网络。也可以在这里报告问题。',
    },
  },
}
