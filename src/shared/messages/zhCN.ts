import type { Translations } from './translate.ts'
import { adapters } from './zh/adapters.ts'
import { analyses } from './zh/analyses.ts'
import { app } from './zh/app.ts'
import { catalogue } from './zh/catalogue.ts'
import { check } from './zh/check.ts'
import { clock } from './zh/clock.ts'
import { comparison } from './zh/comparison.ts'
import { connection } from './zh/connection.ts'
import { exports } from './zh/exports.ts'
import { files } from './zh/files.ts'
import { overview } from './zh/overview.ts'
import { report } from './zh/report.ts'
import { samples } from './zh/samples.ts'
import { service } from './zh/service.ts'
import { session } from './zh/session.ts'
import { shared } from './zh/shared.ts'
import { studies } from './zh/studies.ts'

/** The Chinese text of every template, grouped by area. */
export const zhCN: Translations = {
  ...adapters,
  ...analyses,
  ...app,
  ...catalogue,
  ...check,
  ...clock,
  ...comparison,
  ...connection,
  ...exports,
  ...files,
  ...overview,
  ...report,
  ...samples,
  ...service,
  ...session,
  ...shared,
  ...studies,
}
