import type { Sentences } from './translator.ts'
import { adapters } from './zh/adapters.ts'
import { analyses } from './zh/analyses.ts'
import { app } from './zh/app.ts'
import { catalogue } from './zh/catalogue.ts'
import { check } from './zh/check.ts'
import { comparison } from './zh/comparison.ts'
import { connection } from './zh/connection.ts'
import { exports } from './zh/exports.ts'
import { files } from './zh/files.ts'
import { joined } from './zh/joined.ts'
import { lists } from './zh/lists.ts'
import { page } from './zh/page.ts'
import { report } from './zh/report.ts'
import { samples } from './zh/samples.ts'
import { service } from './zh/service.ts'
import { session } from './zh/session.ts'
import { zod } from './zh/zod.ts'

/** In Chinese, room by room: also found in a finished sentence that has no template. */
export const sentences: Sentences = {
  ...adapters,
  ...analyses,
  ...app,
  ...catalogue,
  ...check,
  ...connection,
  ...exports,
  ...files,
  ...joined,
  ...page,
  ...samples,
  ...service,
  ...session,
  ...zod,
}

/** Every template in Chinese. */
export const zhCN: Sentences = { ...sentences, ...lists, ...comparison, ...report }
