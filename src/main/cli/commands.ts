import type { CommandSpec } from './command.ts'
import { login, logout, whoami } from './commands/account.ts'
import { analyze } from './commands/analyze.ts'
import { capsuleOpen, capsuleVerify } from './commands/capsule.ts'
import { check } from './commands/check.ts'
import { compare } from './commands/compare.ts'
import { completion } from './commands/completion.ts'
import { demo } from './commands/demo.ts'
import { drugsSearch, drugsShow } from './commands/drugs.ts'
import { drugsMatch } from './commands/drugsMatch.ts'
import { drugsSync } from './commands/drugsSync.ts'
import { exportTable } from './commands/exportTable.ts'
import { journalBackup, journalRestore, journalVerify } from './commands/journal.ts'
import { samplesList, samplesResume, samplesStatus } from './commands/samples.ts'
import { samplesAdopt } from './commands/samplesAdopt.ts'
import { samplesImport } from './commands/samplesImport.ts'
import { samplesPreview } from './commands/samplesPreview.ts'
import { samplesReport } from './commands/samplesReport.ts'
import { samplesSettle } from './commands/samplesSettle.ts'
import { screenCreate, screenList, screenShow } from './commands/screen.ts'
import { demoService, serve } from './commands/servers.ts'

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  demo,
  login,
  logout,
  whoami,
  check,
  samplesImport,
  samplesPreview,
  samplesResume,
  samplesSettle,
  samplesList,
  samplesAdopt,
  samplesStatus,
  samplesReport,
  analyze,
  compare,
  screenCreate,
  screenList,
  screenShow,
  drugsSearch,
  drugsShow,
  drugsSync,
  drugsMatch,
  exportTable,
  capsuleVerify,
  capsuleOpen,
  journalBackup,
  journalVerify,
  journalRestore,
  serve,
  demoService,
  completion,
]
