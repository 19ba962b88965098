import { app } from 'electron'
import type { Language } from '../../../../shared/messages/language.ts'
import { hostWords } from '../language.ts'
import { createCrashedPageHandler } from './crashedPage.ts'
import { showMessage } from './dialogs.ts'
import { appWindows } from './window.ts'

type Recorder = { recordCrash(where: 'main' | 'window', error: unknown): void }

/** Has each window of the app whose page is gone offer to load it again. Nothing is uploaded: Electron's own reporter stays off. */
export function watchForCrashes(appReady: Promise<Recorder>, language: () => Language): void {
  const onPageGone = createCrashedPageHandler({
    record: (where, error) =>
      void appReady.then((hosted) => hosted.recordCrash(where, error)).catch(() => undefined),
    confirmReload: () => confirmReload(language()),
    quit: () => app.quit(),
  })
  app.on('render-process-gone', (_event, contents, details) => {
    if (appWindows().some(({ webContents }) => webContents === contents)) void onPageGone(contents, details)
  })
}

async function confirmReload(language: Language): Promise<boolean> {
  const { message, detail, reload, quit } = hostWords[language].gone
  const response = await showMessage({
    type: 'error',
    message,
    detail,
    buttons: [reload, quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 0
}
