import { onTestFinished } from 'vitest'
import { type ReferenceOptions, startReferenceService } from '../../demoService/index.ts'

/** Starts a reference service for the running test, by default with a quota that no test uses up. */
export async function startService(options: ReferenceOptions = {}) {
  const service = await startReferenceService({ rate: { requests: 60_000, windowS: 60 }, ...options })
  onTestFinished(() => service.close())
  return service
}
