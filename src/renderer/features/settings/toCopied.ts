import type { AppStatus, SecretLocation } from '../../../shared/contract/state.ts'
import type { JournalCheck } from '../../../shared/domain/app/appData.ts'
import type { ConnectionReport } from '../../../shared/domain/app/connectionReport.ts'
import { requestsPerMinuteOf } from '../../../shared/domain/app/profile.ts'
import { toCopiedTable } from '../../../shared/tables/copyTable.ts'
import { toEnglish } from '../../../shared/words/message.ts'

export const findingsTable = ({ findings, service, checkedAt }: ConnectionReport) =>
  toCopiedTable(
    findings,
    {
      name: ({ name }) => name,
      value: ({ value }) => value,
      how: ({ how }) => how,
      note: ({ note }) => (note ? toEnglish(note) : null),
      service: () => service,
      checked_at: () => checkedAt,
    },
    { service, checkedAt, findings },
  )

export const callsTable = ({ calls, service, checkedAt }: ConnectionReport) =>
  toCopiedTable(
    calls,
    {
      endpoint: ({ endpoint }) => endpoint,
      outcome: ({ outcome }) => outcome,
      status: ({ status }) => status,
      ms: ({ ms }) => ms,
      request_id: ({ requestId }) => requestId ?? null,
      note: ({ note }) => (note ? toEnglish(note) : null),
      service: () => service,
      checked_at: () => checkedAt,
    },
    { service, checkedAt, calls },
  )

/** Returns the location of each secret. The page does not know the secrets themselves. */
export const placesTable = (places: readonly SecretLocation[]) =>
  toCopiedTable(places, {
    profile: ({ profile }) => profile,
    kind: ({ kind }) => kind,
    place: ({ place }) => place,
    entry: ({ place, entry }) => (place === 'keychain' || place === 'unknown' ? entry : null),
  })

export const journalTable = (check: JournalCheck) =>
  toCopiedTable(
    check.findings,
    {
      table: ({ table }) => table,
      row: ({ row }) => row,
      problem: ({ problem }) => toEnglish(problem),
      verified_at: () => check.verifiedAt,
    },
    check,
  )

export const profilesTable = ({ profiles, profile: open }: Pick<AppStatus, 'profiles' | 'profile'>) =>
  toCopiedTable(
    profiles,
    {
      name: ({ name }) => name,
      service: ({ serviceUrl }) => serviceUrl,
      sign_in: ({ signIn }) => signIn,
      requests_per_minute: (profile) => requestsPerMinuteOf(profile),
      in_use: ({ id }) => (id === open?.id ? 'yes' : 'no'),
    },
    profiles.map((profile) => ({
      name: profile.name,
      serviceUrl: profile.serviceUrl,
      signIn: profile.signIn,
      requestsPerMinute: requestsPerMinuteOf(profile),
    })),
  )
