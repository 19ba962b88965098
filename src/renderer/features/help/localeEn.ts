/** English words of the help and of reporting a problem. */
export const en = {
  title: 'Help',
  chapters: 'Chapters',
  tour: 'Take the tour',
  shortcuts: 'Show all shortcuts',
  report: 'Report a problem…',
  chapter: {
    start: {
      title: 'First steps',
      text: [
        'Pathclock orders pathway analyses for your samples, keeps the answers on this computer, and shows them as tables and figures. Research use only.',
        'To look around, explore with demo data: a small service inside the app makes up samples, drugs and results. No account and no network are needed, and everything is marked as synthetic, exports too.',
        'To work with your own samples: connect to your service, import a table of samples, wait until they are processed, analyse them, then read and export the results.',
        'Press F1 for this help, and Ctrl+K (⌘K on a Mac) to go anywhere or run any command.',
      ],
    },
    import: {
      title: 'Importing samples',
      text: [
        'Samples, Import takes Excel (.xlsx), CSV or text files; drop one anywhere on the window, or paste a table. Nothing is sent before the last step.',
        'Read as: delimiter, encoding, decimal sign and header line are found out. Each can be changed.',
        'Columns: say which column fills which field of an order. The choice can be saved for the next file of the same kind.',
        'Check: every row is looked at. Errors are not sent; warnings are sent as they stand, such as a name that a spreadsheet has turned into a date. Mend cells in place, or save the failed rows as a file.',
        'Send: see what would be sent, then order. An order whose outcome is unknown, because the answer was lost, is never sent again by itself: you decide.',
      ],
    },
    results: {
      title: 'Reading results',
      text: [
        'Analyse fetches pathway analysis and the clock for the chosen samples. What was fetched is kept with its time and its service; analysing again adds an answer and never replaces one.',
        'Table, heatmap, by group, PCA, clock and compare are views of the same choice of samples. Choose the samples once, at the top left.',
        'Compare tests two groups pathway by pathway: Welch by default, Mann–Whitney or paired on request. n, means, the difference with its 95% interval, an effect size, p and q are printed.',
        'Every chart has its values behind it as a table, and every number its raw answer.',
      ],
    },
    numbers: {
      title: 'What the numbers mean',
      text: [
        'Activity is shown as the service returned it. Its unit is not documented, so it is never called a percentage or a fold change. z-scores and ranks are made here, within the samples or against the controls you choose, and labelled so.',
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
        'CSV for Excel has a mark by which Excel reads accents rightly. Text that would start a formula is made inert; numbers stay numbers.',
        'Figures are saved as PNG, SVG or PDF in millimetres, as on the screen.',
        'Report makes a document with figures; Methods gives the text on how the numbers were made, for your paper.',
      ],
    },
    capsules: {
      title: 'Capsules',
      text: [
        'A capsule is a whole study in one file (.pathclock): samples, answers, figures, methods and checksums. Make one under Export.',
        'Opened, it can be read but not changed, and it asks no service. What it does not hold (drugs, screening, orders) is not shown. Close it to go back to your own data.',
        'Before it is opened it is read through. One that is not as it was made is told, and not opened.',
      ],
    },
    offline: {
      title: 'Working offline',
      text: [
        'What was fetched before opens at once, stamped with its age. What needs the service says so and waits.',
        'The offline switch is in the status bar, at the bottom left. While it is on, no request leaves this computer by any path, and a counter shows it.',
        'Drugs, Offline fetches drugs ahead, for search without a network.',
      ],
    },
    keyboard: {
      title: 'Keyboard',
      text: [
        'Ctrl+K (⌘K on a Mac) opens search and commands, Ctrl+O imports, Ctrl+E exports, Ctrl+F finds on the screen, Ctrl+1 to 4 change the section, F5 refreshes.',
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
    lead: 'These texts help to find out what went wrong. Read them; leave out what you do not want to give away. They hold no key, name, address, path or sample. Nothing is sent: you save a file, and hand it over as you like.',
    words: 'What happened, and what did you expect?',
    wordsHint: 'Your own words are saved as you write them.',
    parts: 'What goes into the file',
    leaveIn: 'Leave in',
    textOf: 'Text of {{name}}',
    part: {
      about: 'Version, system, memory',
      settings: 'Settings, without addresses',
      data: 'State and size of the kept data',
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
}
