import drugs from '../../../shared/words/zh-CN/screens/drugs/drugs.json' with { type: 'json' }
import lists from '../../../shared/words/zh-CN/screens/drugs/lists.json' with { type: 'json' }
import offlineSync from '../../../shared/words/zh-CN/screens/drugs/offlineSync.json' with { type: 'json' }
import pathways from '../../../shared/words/zh-CN/screens/drugs/pathways.json' with { type: 'json' }
import app from '../../../shared/words/zh-CN/screens/frame/app.json' with { type: 'json' }
import help from '../../../shared/words/zh-CN/screens/frame/help.json' with { type: 'json' }
import hint from '../../../shared/words/zh-CN/screens/frame/hint.json' with { type: 'json' }
import home from '../../../shared/words/zh-CN/screens/frame/home.json' with { type: 'json' }
import restore from '../../../shared/words/zh-CN/screens/frame/restore.json' with { type: 'json' }
import tour from '../../../shared/words/zh-CN/screens/frame/tour.json' with { type: 'json' }
import tray from '../../../shared/words/zh-CN/screens/frame/tray.json' with { type: 'json' }
import welcome from '../../../shared/words/zh-CN/screens/frame/welcome.json' with { type: 'json' }
import importTexts from '../../../shared/words/zh-CN/screens/samples/import.json' with { type: 'json' }
import samples from '../../../shared/words/zh-CN/screens/samples/samples.json' with { type: 'json' }
import screening from '../../../shared/words/zh-CN/screens/samples/screening.json' with { type: 'json' }
import connection from '../../../shared/words/zh-CN/screens/settings/connection.json' with { type: 'json' }
import journal from '../../../shared/words/zh-CN/screens/settings/journal.json' with { type: 'json' }
import settings from '../../../shared/words/zh-CN/screens/settings/settings.json' with { type: 'json' }
import charts from '../../../shared/words/zh-CN/screens/shared/charts.json' with { type: 'json' }
import figure from '../../../shared/words/zh-CN/screens/shared/figure.json' with { type: 'json' }
import state from '../../../shared/words/zh-CN/screens/shared/state.json' with { type: 'json' }
import ui from '../../../shared/words/zh-CN/screens/shared/ui.json' with { type: 'json' }
import board from '../../../shared/words/zh-CN/screens/study/board.json' with { type: 'json' }
import capsule from '../../../shared/words/zh-CN/screens/study/capsule.json' with { type: 'json' }
import compare from '../../../shared/words/zh-CN/screens/study/compare.json' with { type: 'json' }
import explore from '../../../shared/words/zh-CN/screens/study/explore.json' with { type: 'json' }
import exportTexts from '../../../shared/words/zh-CN/screens/study/export.json' with { type: 'json' }
import study from '../../../shared/words/zh-CN/screens/study/study.json' with { type: 'json' }

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
