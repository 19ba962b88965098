import type { Clock, Credential, RemoteService, Transport } from '../ports.ts'
import { type Conventions, defaultConventions } from './conventions.ts'
import { createDrugCalls } from './drugs.ts'
import { createPathwayCalls } from './pathways.ts'
import type { Quota } from './quota.ts'
import { createSend } from './request.ts'
import { createSampleCalls } from './samples.ts'
import { createScreeningCalls } from './screening.ts'
import { createUserCalls } from './users.ts'

type Parts = {
  transport: Transport
  clock: Clock
  /** Address of the service as the person gave it; its origin counts. */
  serviceUrl: string
  credential: Credential
  quota: Quota
  offlineSwitch: () => boolean
  /** Told after every request whether the service could be reached. */
  reachable: (online: boolean) => void
  /** What differs from the defaults for this service. */
  conventions?: Partial<Conventions>
}

/** The client of one service with one credential: all 14 endpoints of the service interface. */
export function createRemoteService(parts: Parts): RemoteService {
  const conventions = { ...defaultConventions, ...parts.conventions }
  const service = `${new URL(parts.serviceUrl).origin}${conventions.basePath}`
  const send = createSend({ ...parts, conventions, service })
  return {
    ...createSampleCalls(send, conventions),
    ...createPathwayCalls(send, conventions),
    ...createDrugCalls(send, conventions),
    ...createScreeningCalls(send, conventions),
    ...createUserCalls(send, conventions),
  }
}
