/** The texts of the tour; namespace `tour`. */
export const locale = {
  en: {
    label: 'Tour',
    place: 'Step {{at}} of {{count}}',
    skip: 'Skip the tour',
    back: 'Back',
    next: 'Next',
    finish: 'Finish',
    keys: 'Arrow keys move between the steps; Escape ends the tour.',
    home: {
      title: 'Open a study',
      text: 'A study holds the samples of one question. Import an Excel or CSV file into it, and read its findings; the studies you opened last are listed below.',
    },
    library: {
      title: 'Look up drugs and pathways',
      text: 'Search by name, category or pathway. What you have seen once can be found again without a network.',
    },
    activity: {
      title: 'Follow what you ordered',
      text: 'Every imported file with its orders, and every screening.',
    },
    search: {
      title: 'Find anything',
      text: 'Go to a place, run a command or search drugs from one field.',
    },
    status: {
      title: 'See what is running',
      text: 'Online or offline, and the tasks in progress: click them to pause, cancel or retry.',
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
    home: {
      title: '打开研究',
      text: '一个研究包含一个问题的样本。将 Excel 或 CSV 文件导入其中，即可查看样本说明了什么；最近打开的研究列在下方。',
    },
    library: {
      title: '查询药物和通路',
      text: '按名称、类别或通路搜索。看过一次的内容，没有网络也能再次找到。',
    },
    activity: {
      title: '跟踪订单',
      text: '每个导入的文件及其订单，以及每次虚拟筛选。',
    },
    search: { title: '查找一切', text: '在一个输入框中前往页面、运行命令或搜索药物。' },
    status: {
      title: '了解正在发生的事',
      text: '在线或离线，以及进行中的任务：点击即可暂停、取消或重试。',
    },
    help: {
      title: '寻求帮助',
      text: '帮助、全部快捷键和本导览都在这里，无需网络。也可以在这里报告问题。',
    },
  },
}
