import { locale as charts } from '../../../figures/locale.ts'
import type { Language } from '../../../shared/messages/language.ts'
import { locale as figure } from '../../charts/saving/locale.ts'
import { locale as capsule } from '../../features/capsule/locale.ts'
import { locale as compare } from '../../features/compare/locale.ts'
import { locale as drugs } from '../../features/drugs/locale.ts'
import { locale as explore } from '../../features/explore/locale.ts'
import { locale as board } from '../../features/export/boards/locale.ts'
import { locale as exporting } from '../../features/export/locale.ts'
import { locale as help } from '../../features/help/locale.ts'
import { locale as home } from '../../features/home/locale.ts'
import { locale as importing } from '../../features/import/locale.ts'
import { locale as lists } from '../../features/lists/locale.ts'
import { locale as offlineSync } from '../../features/offlineSync/locale.ts'
import { locale as tour } from '../../features/onboarding/locale.ts'
import { locale as pathways } from '../../features/pathways/locale.ts'
import { locale as restore } from '../../features/restore/locale.ts'
import { locale as samples } from '../../features/samples/locale.ts'
import { locale as screening } from '../../features/screening/locale.ts'
import { locale as connection } from '../../features/settings/connection/locale.ts'
import { locale as journal } from '../../features/settings/journal/locale.ts'
import { locale as settings } from '../../features/settings/locale.ts'
import { locale as study } from '../../features/study/locale.ts'
import { locale as welcome } from '../../features/welcome/locale.ts'
import { locale as hint } from '../../state/help/locale.ts'
import { locale as state } from '../../state/locale.ts'
import { locale as ui } from '../../ui/locale.ts'
import { locale as app } from '../locale.ts'
import { locale as tray } from '../statusBar/locale.ts'

/** Returns the texts of the whole page in one language, by namespace. */
export const wordsIn = (language: Language) => ({
  app: app[language],
  tray: tray[language],
  ui: ui[language],
  charts: charts[language],
  figure: figure[language],
  state: state[language],
  welcome: welcome[language],
  tour: tour[language],
  help: help[language],
  home: home[language],
  study: study[language],
  hint: hint[language],
  capsule: capsule[language],
  restore: restore[language],
  drugs: drugs[language],
  lists: lists[language],
  pathways: pathways[language],
  offlineSync: offlineSync[language],
  settings: settings[language],
  connection: connection[language],
  journal: journal[language],
  export: exporting[language],
  board: board[language],
  import: importing[language],
  samples: samples[language],
  explore: explore[language],
  compare: compare[language],
  screening: screening[language],
})
