import { z } from 'zod'
import { compareText } from '../../../shared/compareText.ts'
import { studyChoiceSchema } from '../../../shared/domain/studies/documents.ts'

export const capsuleFormat = 'pathclock-capsule'
export const capsuleVersion = 1
export const manifestPath = 'manifest.json'
/** Enough for 65,000 files with longer names than ours. */
export const maxManifestBytes = 12 * 1024 * 1024
/** Three values per file plus all others; parsing more would fill the memory. */
export const maxManifestValues = 250_000

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const unit = z.string().max(200).optional()

export const manifestSchema = z.object({
  format: z.literal(capsuleFormat),
  version: z.literal(capsuleVersion),
  /** The name and version of the program. */
  application: z.string().min(1).max(200),
  made_at: z.iso.datetime(),
  study: studyChoiceSchema,
  services: z.array(z.string().max(2000)).max(10_000),
  synthetic: z.boolean(),
  samples: z.number().int().min(0),
  answers: z.number().int().min(0),
  /** The unit labels that the user set; left out if not documented. */
  units: z.object({ activity_unit: unit, aging_offset_unit: unit }),
  /** All files except this one, sorted by path. */
  files: z.array(z.object({ path: z.string().min(1).max(300), bytes, sha256 })).max(65_000),
  /** The hash of every byte of the archive before the entry of this file. */
  archive: z.object({ bytes, sha256 }),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The fields that every version has. */
export const anyManifestSchema = z.object({ format: z.literal(capsuleFormat), version: z.number() })

export const byPath = <T extends { path: string }>(a: T, b: T): number => compareText(a.path, b.path)

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const part = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** True for a name that stays in its folder when unpacked, and is valid and equal on every system. */
export const isSafePath = (path: string): boolean =>
  path.length <= 300 &&
  path.split('/').every((one) => part.test(one) && !one.endsWith('.') && !reserved.test(one))
