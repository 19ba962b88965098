import app from '../../../shared/words/zh-CN/screens/app.json' with { type: 'json' }
import board from '../../../shared/words/zh-CN/screens/board.json' with { type: 'json' }
import capsule from '../../../shared/words/zh-CN/screens/capsule.json' with { type: 'json' }
import charts from '../../../shared/words/zh-CN/screens/charts.json' with { type: 'json' }
import compare from '../../../shared/words/zh-CN/screens/compare.json' with { type: 'json' }
import connection from '../../../shared/words/zh-CN/screens/connection.json' with { type: 'json' }
import drugs from '../../../shared/words/zh-CN/screens/drugs.json' with { type: 'json' }
import explore from '../../../shared/words/zh-CN/screens/explore.json' with { type: 'json' }
import exportTexts from '../../../shared/words/zh-CN/screens/export.json' with { type: 'json' }
import figure from '../../../shared/words/zh-CN/screens/figure.json' with { type: 'json' }
import help from '../../../shared/words/zh-CN/screens/help.json' with { type: 'json' }
import hint from '../../../shared/words/zh-CN/screens/hint.json' with { type: 'json' }
import home from '../../../shared/words/zh-CN/screens/home.json' with { type: 'json' }
import importTexts from '../../../shared/words/zh-CN/screens/import.json' with { type: 'json' }
import journal from '../../../shared/words/zh-CN/screens/journal.json' with { type: 'json' }
import lists from '../../../shared/words/zh-CN/screens/lists.json' with { type: 'json' }
import offlineSync from '../../../shared/words/zh-CN/screens/offlineSync.json' with { type: 'json' }
import pathways from '../../../shared/words/zh-CN/screens/pathways.json' with { type: 'json' }
import restore from '../../../shared/words/zh-CN/screens/restore.json' with { type: 'json' }
import samples from '../../../shared/words/zh-CN/screens/samples.json' with { type: 'json' }
import screening from '../../../shared/words/zh-CN/screens/screening.json' with { type: 'json' }
import settings from '../../../shared/words/zh-CN/screens/settings.json' with { type: 'json' }
import state from '../../../shared/words/zh-CN/screens/state.json' with { type: 'json' }
import study from '../../../shared/words/zh-CN/screens/study.json' with { type: 'json' }
import tour from '../../../shared/words/zh-CN/screens/tour.json' with { type: 'json' }
import tray from '../../../shared/words/zh-CN/screens/tray.json' with { type: 'json' }
import ui from '../../../shared/words/zh-CN/screens/ui.json' with { type: 'json' }
import welcome from '../../../shared/words/zh-CN/screens/welcome.json' with { type: 'json' }

/** The Chinese texts of the page. The build writes them into a file of their own, see build/page.ts. */
export const words = {
  app,
  board,
  capsule,
  charts,
  compare,
  connection,
  drugs,
  explore,
  export: exportTexts,
  figure,
  help,
  hint,
  home,
  import: importTexts,
  journal,
  lists,
  offlineSync,
  pathways,
  restore,
  samples,
  screening,
  settings,
  state,
  study,
  tour,
  tray,
  ui,
  welcome,
}
