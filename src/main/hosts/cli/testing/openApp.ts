import type { ReferenceService } from '../../../../demoService/index.ts'
import type { Call } from '../../../../shared/contract/contract.ts'
import { createApp } from '../../../compose/composeApp.ts'
import { createCall } from '../../../dispatch.ts'
import type { Dialogs, HostedApp } from '../../../ports.ts'
import { entry } from '../../../testing/processes/processFile.ts'

const noDialogs: Dialogs = {
  chooseOpen: async () => null,
  chooseSave: async () => null,
  reveal: async () => {},
  openExternal: async () => {},
}

/** The app on the data folder of a command line's test, whose profile sends as fast as the reference service answers. */
export async function openApp(
  dataFolder: string,
  service: ReferenceService,
  dialogs: Partial<Dialogs> = {},
): Promise<{ app: HostedApp; call: Call }> {
  const app = await createApp({
    host: 'loopback',
    version: '0.0.0-test',
    dataFolder,
    entry,
    dialogs: { ...noDialogs, ...dialogs },
    environmentKey: { serviceUrl: service.url, apiKey: service.apiKey },
  })
  const call = createCall(app.dispatch)
  const profileId = (await call('app.status', {})).profile?.id ?? ''
  await call('profiles.change', { profileId, requestsPerMinute: 60_000 })
  return { app, call }
}
