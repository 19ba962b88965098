/** The texts of the help and of problem reports; namespace `help`. */
export const locale = {
  en: {
    title: 'Help',
    chapters: 'Chapters',
    tour: 'Take the tour',
    shortcuts: 'Show all shortcuts',
    report: 'Report a problem…',
    chapter: {
      start: {
        title: 'First steps',
        text: [
          'Pathclock orders pathway analyses for your samples, stores the results on this computer, and shows them as tables and figures. Research use only.',
          'To look around, explore with demo data: a small service inside the app makes up samples, drugs and results. No account and no network are needed, and everything is marked as synthetic, exports too.',
          'To work with your own samples: connect to your service, import a table of samples, wait until they are processed, analyze them, then read and export the results.',
          'Press F1 for this help, and Ctrl+K (⌘K on a Mac) to go anywhere or run any command.',
        ],
      },
      import: {
        title: 'Importing samples',
        text: [
          'Samples, Import takes Excel (.xlsx), CSV or text files; drop one anywhere on the window, or paste a table. Nothing is ordered before you press the Order button.',
          'The line above the rows says how the file was read: encoding, delimiter, header line. Change opens all of it.',
          'The menu above each column says what it is: a field of the order, a column that stays on this computer, or nothing. You can save these choices for the next file of the same kind.',
          'All rows are checked at once, and again after each change. Problems are listed at the right; click one to see its rows. Rows with errors are not ordered; rows with warnings are, such as a name that a spreadsheet turned into a date. Correct cells in place, or save the failed rows as a file.',
          'The foot says how many orders go to which service, and into which study. Details shows them as they would be sent. If the response to an order is lost, the order is not sent again until you decide.',
        ],
      },
      results: {
        title: 'Reading results',
        text: [
          'Analyze fetches pathway analysis and the clock for the chosen samples. Results are stored with their time and their service; analyzing again adds results and never replaces any.',
          'Table, heatmap, by group, PCA, clock and compare show the same selection of samples. Select the samples once, at the top left.',
          'Compare tests two groups pathway by pathway: Welch by default, Mann–Whitney or paired on request. n, means, the difference with its 95% interval, an effect size, p and q are printed.',
          'Every chart has its values behind it as a table, and every number its raw response.',
        ],
      },
      numbers: {
        title: 'What the numbers mean',
        text: [
          'Activity is shown as the service returned it. Its unit is not documented, so it is never called a percentage or a fold change. z-scores and ranks are made here, within the samples or against the controls you choose, and labeled as such.',
          'Aging offset belongs to one pathway and may be negative: it is what the service returned for that pathway. Pathclock forms no average of pathways, and shows an age only where the service returned one.',
          'p is for one pathway. q is p corrected for testing many (Benjamini–Hochberg, within one comparison): of the findings with q below 0.05, about one in twenty is expected to be chance.',
          'Missing means that nothing was returned. It is drawn hatched and left empty in exports; it is never 0, and it is left out of every mean.',
          'Few samples show little: with 3 against 3, Mann–Whitney never goes below p = 0.10.',
        ],
      },
      exports: {
        title: 'Exports and reports',
        text: [
          'Export writes what you see: samples, results, comparisons, drugs or screenings as CSV, CSV for Excel, TSV, Excel, JSON, JSON Lines or Parquet, with a data dictionary and where the numbers came from.',
          'CSV for Excel starts with a byte order mark, so that Excel reads accents correctly. Text that would start a formula is made inert; numbers stay numbers.',
          'Figures are saved as PNG, SVG or PDF in millimetres, as on the screen.',
          'Report makes a document with figures; Methods gives the text on how the numbers were made, for your paper.',
        ],
      },
      capsules: {
        title: 'Capsules',
        text: [
          'A capsule is a whole study in one file (.pathclock): samples, answers, figures, methods and checksums. Make one under Export.',
          'Opened, it can be read but not changed, and it sends no requests. What it does not contain (drugs, screening, orders) is not shown. Close it to go back to your own data.',
          'Pathclock checks every file of a capsule before it opens it. If one was changed, Pathclock says so and does not open the capsule.',
        ],
      },
      offline: {
        title: 'Working offline',
        text: [
          'What was fetched before opens at once, stamped with its age. What needs the service says so and waits.',
          'The offline switch is in the status bar, at the bottom left. While it is on, no request leaves this computer by any path, and a counter shows it.',
          'Library, Offline downloads drugs ahead, so that you can search them without a network.',
        ],
      },
      keyboard: {
        title: 'Keyboard',
        text: [
          'Ctrl+K (⌘K on a Mac) opens search and commands, Ctrl+O imports, Ctrl+E exports, Ctrl+F finds on the screen, Ctrl+1 to 9 open a section or a view of the study, F5 refreshes.',
          'In tables: arrow keys, Page Up and Page Down, Home and End move; Space marks; Enter opens. In trees and charts a table of the same values can be opened.',
          'The divider between two panes moves with the arrow keys once it has the focus. Escape closes what is in front.',
        ],
      },
      privacy: {
        title: 'Privacy',
        text: [
          'Pathclock sends requests to the service you connected to, and to no other address, except to look for updates where these are switched on. There is no telemetry.',
          'Keys and tokens are in the keychain of this computer, or in memory where there is none; never in a file.',
          'Reports of crashes stay on this computer. They are small texts without names, keys, addresses or samples, at most twenty, and can be switched off in Settings.',
          'Report a problem gathers texts for you to read first. You decide which to leave in, and save them as a file; nothing is sent by the app.',
        ],
      },
    },
    problem: {
      title: 'Report a problem',
      lead: 'These texts help to find out what went wrong. Read them; leave out what you do not want to give away. They hold no key, name, address, path or sample. Nothing is sent: you save a file, and share it as you like.',
      words: 'What happened, and what did you expect?',
      wordsHint: 'Your own words are saved as you write them.',
      parts: 'What goes into the file',
      textOf: 'Text of {{name}}',
      part: {
        about: 'Version, system, memory',
        settings: 'Settings, without addresses',
        data: 'State and size of the stored data',
        failures: 'What failed last, by code',
        crashes: 'Crashes',
        log: 'The end of the log',
      },
      gathering: 'Gathering…',
      save: 'Save as a file…',
      saved: 'Saved {{name}}. Nothing was sent.',
      nothing: 'Leave something in, or write something.',
      close: 'Close',
    },
  },
  'zh-CN': {
    title: '帮助',
    chapters: '章节',
    tour: '开始导览',
    shortcuts: '显示全部快捷键',
    report: '报告问题…',
    chapter: {
      start: {
        title: '开始使用',
        text: [
          'Pathclock 为您的样本下单通路分析，把应答保存在本机，并以表格和图形展示。仅供研究使用。',
          '想先看看，可使用演示数据：应用内的小型服务会生成样本、药物和结果。无需账户和网络，所有内容（包括导出）都标记为合成数据。',
          '处理自己的样本：连接到您的服务，导入样本表格，等待处理完成，进行分析，然后阅读并导出结果。',
          '按 F1 打开本帮助；按 Ctrl+K（Mac 上为 ⌘K）可前往任何页面或运行任何命令。',
        ],
      },
      import: {
        title: '导入样本',
        text: [
          '“样本”中的“导入”接受 Excel（.xlsx）、CSV 或文本文件；可以拖到窗口任意位置，也可以粘贴表格。按下订购按钮之前不会下单。',
          '行上方的一行文字说明文件的读取方式：编码、分隔符、表头行。“更改”可打开所有选项。',
          '每列上方的菜单说明该列是什么：订单的字段、保留在此计算机上的列，或不使用。可以保存这些选择，供下次同类文件使用。',
          '所有行会立即检查，每次更改后再次检查。问题列在右侧；点击一项可查看相关的行。有错误的行不会下单；有警告的行会下单，例如被电子表格变成日期的名称。可以就地修正单元格，或把失败的行保存为文件。',
          '底部说明有多少订单发往哪个服务、归入哪个研究。“详情”显示将要发送的内容。如果订单的应答丢失，在您决定之前不会重发。',
        ],
      },
      results: {
        title: '阅读结果',
        text: [
          '“分析”为所选样本获取通路分析和时钟。获取的内容连同时间和来源服务一起保存；再次分析会增加一条应答，绝不会替换原有的。',
          '表格、热图、分组、PCA、时钟和比较是同一组样本的不同视图。在左上角选择一次样本即可。',
          '“比较”逐条通路检验两个组：默认 Welch，也可选 Mann–Whitney 或配对检验。会给出 n、均值、差值及其 95% 区间、效应量、p 和 q。',
          '每张图背后都有数值表格，每个数字都可查看原始应答。',
        ],
      },
      numbers: {
        title: '数字的含义',
        text: [
          '活性按服务返回的值显示。其单位没有文档说明，因此不会称为百分比或倍数。z 分数和名次在本机计算，相对于所示样本或您选择的对照，并明确标注。',
          '衰老偏移属于单条通路，可以为负：它是服务针对该通路返回的值。Pathclock 不对通路求平均，只有服务返回了年龄时才显示年龄。',
          'p 针对单条通路。q 是对多重检验校正后的 p（Benjamini–Hochberg，在一次比较之内）：在 q 小于 0.05 的发现中，预计约二十分之一是偶然。',
          '缺失表示没有返回值。图中以斜线表示，导出时留空；它从不等于 0，也不计入任何均值。',
          '样本太少能说明的也少：3 对 3 时，Mann–Whitney 的 p 不会低于 0.10。',
        ],
      },
      exports: {
        title: '导出与报告',
        text: [
          '“导出”写出您看到的内容：样本、结果、比较、药物或筛选，格式为 CSV、Excel 用 CSV、TSV、Excel、JSON、JSON Lines 或 Parquet，并附数据字典和数字来源。',
          'Excel 用 CSV 带有标记，使 Excel 能正确读取各种文字。可能成为公式的文本会被处理为普通文本；数字保持为数字。',
          '图形可按毫米尺寸保存为 PNG、SVG 或 PDF，与屏幕一致。',
          '“报告”生成带图的文档；“方法”给出数字如何得出的文字，供论文使用。',
        ],
      },
      capsules: {
        title: '胶囊',
        text: [
          '胶囊是保存在单个文件（.pathclock）中的完整研究：样本、应答、图形、方法和校验和。在“导出”中制作。',
          '打开后只能阅读，不能更改，也不会连接任何服务。其中没有的内容（药物、筛选、订单）不会显示。关闭胶囊即可回到自己的数据。',
          '打开之前会通读检查。与制作时不一致的胶囊会被指出，并且不会打开。',
        ],
      },
      offline: {
        title: '离线工作',
        text: [
          '之前获取的内容会立即打开，并标明获取时间。需要服务的操作会说明原因并等待。',
          '离线开关位于左下角的状态栏。打开时，本机不会以任何方式发出请求，并有计数器显示。',
          '“药物”中的“离线”可提前获取药物，以便在没有网络时搜索。',
        ],
      },
      keyboard: {
        title: '键盘',
        text: [
          'Ctrl+K（Mac 上为 ⌘K）打开搜索与命令，Ctrl+O 导入，Ctrl+E 导出，Ctrl+F 在页面中查找，Ctrl+1 至 9 打开栏目或研究的视图，F5 刷新。',
          '在表格中：方向键、Page Up、Page Down、Home 和 End 移动；空格标记；回车打开。树和图都可以打开相同数值的表格。',
          '两栏之间的分隔条获得焦点后可用方向键移动。Esc 关闭最前面的内容。',
        ],
      },
      privacy: {
        title: '隐私',
        text: [
          'Pathclock 只向您连接的服务发送请求；除了在开启更新时查找更新之外，不会向其他地址发送。没有遥测。',
          '密钥和令牌保存在本机的钥匙串中，没有钥匙串时仅在内存中；绝不写入文件。',
          '崩溃报告留在本机。它们是简短的文字，不含名称、密钥、地址或样本，最多二十份，可在“设置”中关闭。',
          '“报告问题”会收集一些文字供您先阅读。由您决定保留哪些，并保存为文件；应用不会发送任何内容。',
        ],
      },
    },
    problem: {
      title: '报告问题',
      lead: '这些文字有助于查明问题。请阅读，并去掉您不想提供的部分。其中不含密钥、名称、地址、路径或样本。不会发送任何内容：您保存一个文件，再以您希望的方式提交。',
      words: '发生了什么？您期望的是什么？',
      wordsHint: '您写的文字会原样保存。',
      parts: '文件包含的内容',
      textOf: '{{name}} 的文字',
      part: {
        about: '版本、系统、内存',
        settings: '设置，不含地址',
        data: '所存数据的状态和大小',
        failures: '最近的失败，按代码',
        crashes: '崩溃',
        log: '日志末尾',
      },
      gathering: '正在收集…',
      save: '保存为文件…',
      saved: '已保存 {{name}}。没有发送任何内容。',
      nothing: '请至少保留一部分，或写些文字。',
      close: '关闭',
    },
  },
}
