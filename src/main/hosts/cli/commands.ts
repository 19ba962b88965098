import { login, logout, whoami } from './commands/account.ts'
import { analyze } from './commands/analysis/analyze.ts'
import { screenCreate, screenList, screenShow } from './commands/analysis/screen.ts'
import { capsuleOpen, capsuleVerify } from './commands/capsule.ts'
import { check } from './commands/check.ts'
import { agreement } from './commands/compare/agreement.ts'
import { compare } from './commands/compare/compare.ts'
import { plan } from './commands/compare/plan.ts'
import { completion } from './commands/completion.ts'
import { demo } from './commands/demo.ts'
import { drugsSearch, drugsShow } from './commands/drugs/drugs.ts'
import { drugsMatch } from './commands/drugs/drugsMatch.ts'
import { drugsSync } from './commands/drugs/drugsSync.ts'
import { exportTable } from './commands/export/exportTable.ts'
import { journalAcknowledge, journalVerify } from './commands/journal.ts'
import { samplesList, samplesReport, samplesResume, samplesStatus } from './commands/samples/samples.ts'
import { samplesAnnotate } from './commands/samples/samplesAnnotate.ts'
import { samplesImport, samplesPreview } from './commands/samples/samplesImport.ts'
import { samplesAdopt, samplesSettle } from './commands/samples/samplesSettle.ts'
import { demoService, serve } from './commands/serve.ts'
import { studyAdd, studyArchive, studyCreate, studyEdit, studyList, studyShow } from './commands/study.ts'
import { workspaceBackup, workspaceRestore } from './commands/workspace.ts'
import type { CommandSpec } from './program/command.ts'

/** All commands in the order of the help. */
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
  samplesAnnotate,
  samplesStatus,
  samplesReport,
  studyList,
  studyCreate,
  studyShow,
  studyAdd,
  studyEdit,
  studyArchive,
  analyze,
  compare,
  agreement,
  plan,
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
  workspaceBackup,
  workspaceRestore,
  journalVerify,
  journalAcknowledge,
  serve,
  demoService,
  completion,
]
