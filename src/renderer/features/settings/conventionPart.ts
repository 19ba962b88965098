import type { Profile } from '../../../shared/domain/profile.ts'
import type { ConventionDraft } from './conventionDraft.ts'

/** What a part of the form is given: the draft, what holds beside it, and the way to change it. */
export type ConventionPart = {
  draft: ConventionDraft
  profile: Profile
  change: (part: Partial<ConventionDraft>) => void
}
