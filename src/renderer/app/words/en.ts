import app from '../../../shared/words/en/screens/app.json' with { type: 'json' }
import board from '../../../shared/words/en/screens/board.json' with { type: 'json' }
import capsule from '../../../shared/words/en/screens/capsule.json' with { type: 'json' }
import charts from '../../../shared/words/en/screens/charts.json' with { type: 'json' }
import compare from '../../../shared/words/en/screens/compare.json' with { type: 'json' }
import connection from '../../../shared/words/en/screens/connection.json' with { type: 'json' }
import drugs from '../../../shared/words/en/screens/drugs.json' with { type: 'json' }
import explore from '../../../shared/words/en/screens/explore.json' with { type: 'json' }
import exportTexts from '../../../shared/words/en/screens/export.json' with { type: 'json' }
import figure from '../../../shared/words/en/screens/figure.json' with { type: 'json' }
import help from '../../../shared/words/en/screens/help.json' with { type: 'json' }
import hint from '../../../shared/words/en/screens/hint.json' with { type: 'json' }
import home from '../../../shared/words/en/screens/home.json' with { type: 'json' }
import importTexts from '../../../shared/words/en/screens/import.json' with { type: 'json' }
import journal from '../../../shared/words/en/screens/journal.json' with { type: 'json' }
import lists from '../../../shared/words/en/screens/lists.json' with { type: 'json' }
import offlineSync from '../../../shared/words/en/screens/offlineSync.json' with { type: 'json' }
import pathways from '../../../shared/words/en/screens/pathways.json' with { type: 'json' }
import restore from '../../../shared/words/en/screens/restore.json' with { type: 'json' }
import samples from '../../../shared/words/en/screens/samples.json' with { type: 'json' }
import screening from '../../../shared/words/en/screens/screening.json' with { type: 'json' }
import settings from '../../../shared/words/en/screens/settings.json' with { type: 'json' }
import state from '../../../shared/words/en/screens/state.json' with { type: 'json' }
import study from '../../../shared/words/en/screens/study.json' with { type: 'json' }
import tour from '../../../shared/words/en/screens/tour.json' with { type: 'json' }
import tray from '../../../shared/words/en/screens/tray.json' with { type: 'json' }
import ui from '../../../shared/words/en/screens/ui.json' with { type: 'json' }
import welcome from '../../../shared/words/en/screens/welcome.json' with { type: 'json' }

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
