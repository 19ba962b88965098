import { app, BrowserWindow, dialog } from 'electron'
import type { Language } from '../../shared/words/language.ts'
import { createCrashedPage } from './crashedPage.ts'
import { appWindows } from './window.ts'

type Recorder = { recordCrash(where: 'main' | 'window', error: unknown): void }

const words = {
  en: {
    message: 'This window stopped working',
    detail:
      'Your data is safe: it is kept outside of the window, and what is under way goes on. Reload the window to see it.',
    reload: 'Reload',
    quit: 'Quit',
  },
  'zh-CN': {
    message: '此窗口已停止工作',
    detail: '您的数据是安全的：它保存在窗口之外，正在进行的任务会继续。请重新加载窗口以查看。',
    reload: '重新加载',
    quit: '退出',
  },
}

/** Has each window of the app whose page is gone offer to load it again. Nothing is uploaded: Electron's own reporter stays off. */
export function watchForCrashes(composed: Promise<Recorder>, language: () => Language): void {
  const gone = createCrashedPage({
    record: (where, error) =>
      void composed.then((hosted) => hosted.recordCrash(where, error)).catch(() => undefined),
    ask: () => ask(language()),
    quit: () => app.quit(),
  })
  app.on('render-process-gone', (_event, contents, details) => {
    if (appWindows().some(({ webContents }) => webContents === contents)) void gone(contents, details)
  })
}

async function ask(language: Language): Promise<boolean> {
  const { message, detail, reload, quit } = words[language]
  const options = {
    type: 'error' as const,
    message,
    detail,
    buttons: [reload, quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const window = BrowserWindow.getFocusedWindow() ?? appWindows()[0]
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response === 0
}
