import drugs from '../../../shared/words/en/screens/drugs/drugs.json' with { type: 'json' }
import lists from '../../../shared/words/en/screens/drugs/lists.json' with { type: 'json' }
import offlineSync from '../../../shared/words/en/screens/drugs/offlineSync.json' with { type: 'json' }
import pathways from '../../../shared/words/en/screens/drugs/pathways.json' with { type: 'json' }
import app from '../../../shared/words/en/screens/frame/app.json' with { type: 'json' }
import help from '../../../shared/words/en/screens/frame/help.json' with { type: 'json' }
import hint from '../../../shared/words/en/screens/frame/hint.json' with { type: 'json' }
import home from '../../../shared/words/en/screens/frame/home.json' with { type: 'json' }
import restore from '../../../shared/words/en/screens/frame/restore.json' with { type: 'json' }
import tour from '../../../shared/words/en/screens/frame/tour.json' with { type: 'json' }
import tray from '../../../shared/words/en/screens/frame/tray.json' with { type: 'json' }
import welcome from '../../../shared/words/en/screens/frame/welcome.json' with { type: 'json' }
import importTexts from '../../../shared/words/en/screens/samples/import.json' with { type: 'json' }
import samples from '../../../shared/words/en/screens/samples/samples.json' with { type: 'json' }
import screening from '../../../shared/words/en/screens/samples/screening.json' with { type: 'json' }
import connection from '../../../shared/words/en/screens/settings/connection.json' with { type: 'json' }
import journal from '../../../shared/words/en/screens/settings/journal.json' with { type: 'json' }
import settings from '../../../shared/words/en/screens/settings/settings.json' with { type: 'json' }
import charts from '../../../shared/words/en/screens/shared/charts.json' with { type: 'json' }
import figure from '../../../shared/words/en/screens/shared/figure.json' with { type: 'json' }
import state from '../../../shared/words/en/screens/shared/state.json' with { type: 'json' }
import ui from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import board from '../../../shared/words/en/screens/study/board.json' with { type: 'json' }
import capsule from '../../../shared/words/en/screens/study/capsule.json' with { type: 'json' }
import compare from '../../../shared/words/en/screens/study/compare.json' with { type: 'json' }
import explore from '../../../shared/words/en/screens/study/explore.json' with { type: 'json' }
import exportTexts from '../../../shared/words/en/screens/study/export.json' with { type: 'json' }
import study from '../../../shared/words/en/screens/study/study.json' with { type: 'json' }

/** The English texts of the page. The build writes them into a file of their own, see build/page.ts. */
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
