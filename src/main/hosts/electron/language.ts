import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Language, toLanguage } from '../../../shared/messages/language.ts'
import { type Message, toEnglish } from '../../../shared/messages/message.ts'

/** The texts of the system dialogs. */
type HostWords = {
  files: string
  allFiles: string
  notStarted: string
  notOpened: string
  notSwitched: string
  close: string
  quitting: { message: string; detail(placed: string): string; stay: string; quit: string }
  placed(placed: number, all: number): string
  /** A page whose process has ended, one that hangs, and an uncaught error in the main process. */
  gone: PromptWords
  hung: PromptWords
  uncaught: PromptWords
  about: { copyright: string; credits: string }
}

type PromptWords = { message: string; detail: string; confirm: string; cancel: string }

export const hostWords: Record<Language, HostWords> = {
  en: {
    files: 'Tables and capsules',
    allFiles: 'All files',
    notStarted: 'Pathclock could not start',
    notOpened: 'The file was not opened.',
    notSwitched: 'The profile was not opened.',
    close: 'OK',
    quitting: {
      message: 'Orders are being placed. Quit all the same?',
      detail: (placed) =>
        `${placed} What was placed is kept, and the rest waits among the tasks until you go on with it. An order whose response does not come in time may have been placed: it is listed as of unknown outcome.`,
      stay: 'Keep placing orders',
      quit: 'Quit',
    },
    placed: (placed, all) => `${placed} of ${all} are placed.`,
    gone: {
      message: 'This window stopped working',
      detail:
        'Your data is safe: it is kept outside of the window, and what is under way goes on. Reload the window to see it.',
      confirm: 'Reload',
      cancel: 'Quit',
    },
    hung: {
      message: 'This window does not respond',
      detail:
        'It may be busy with a large table. Wait, or reload the window: your data is safe, and running tasks continue.',
      confirm: 'Reload',
      cancel: 'Wait',
    },
    uncaught: {
      message: 'Something in Pathclock failed',
      detail:
        'A report of the problem is stored on this computer. Restart Pathclock to be safe: your data is stored, and unfinished orders wait among the tasks.',
      confirm: 'Restart',
      cancel: 'Continue',
    },
    about: {
      copyright: '© The Pathclock authors. MIT License.',
      credits: 'Signal-pathway analysis, the pathway aging clock and virtual screening.',
    },
  },
  'zh-CN': {
    files: '表格和胶囊',
    allFiles: '所有文件',
    notStarted: 'Pathclock 无法启动',
    notOpened: '文件未能打开。',
    notSwitched: '配置未能打开。',
    close: '好',
    quitting: {
      message: '正在下单。仍要退出吗？',
      detail: (placed) =>
        `${placed}已下的订单会保留，其余的留在任务中，等您继续。未能及时收到响应的订单可能已下达：它会列为结果未知。`,
      stay: '继续下单',
      quit: '退出',
    },
    placed: (placed, all) => `${all} 个订单中已下 ${placed} 个。`,
    gone: {
      message: '此窗口已停止工作',
      detail: '您的数据是安全的：它保存在窗口之外，正在进行的任务会继续。请重新加载窗口以查看。',
      confirm: '重新加载',
      cancel: '退出',
    },
    hung: {
      message: '此窗口没有响应',
      detail: '它可能正忙于处理大型表格。请等待，或重新加载窗口：您的数据是安全的，正在进行的任务会继续。',
      confirm: '重新加载',
      cancel: '等待',
    },
    uncaught: {
      message: 'Pathclock 出现故障',
      detail:
        '问题报告已保存在此计算机上。为安全起见请重新启动 Pathclock：您的数据已保存，未完成的订单会留在任务中。',
      confirm: '重新启动',
      cancel: '继续',
    },
    about: {
      copyright: '© Pathclock 作者。MIT 许可证。',
      credits: '信号通路分析、通路衰老时钟与虚拟筛选。',
    },
  },
}

const languageSchema = z.object({ language: z.enum(['system', 'en', 'zh-CN']) })

/**
 * Returns the language of the menu and of messages shown before the services start: the configured one, then the last
 * one of the window, then the system's.
 */
export function initialLanguage(
  dataFolder: string,
  lastLanguage: Language | null,
  system: readonly string[],
): Language {
  return toLanguage(readSavedLanguage(join(dataFolder, 'settings.json')) ?? lastLanguage ?? 'system', system)
}

/** Returns null if no valid language was saved. */
function readSavedLanguage(file: string): Language | 'system' | null {
  try {
    return languageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).language
  } catch {
    return null
  }
}

/** Translates a message into the language of the window. The translations are loaded only when needed. */
export async function translateMessage(language: Language, message: Message): Promise<string> {
  if (language === 'en') return toEnglish(message)
  const [{ translate }, { zhCN }] = await Promise.all([
    import('../../../shared/messages/translate.ts'),
    import('../../../shared/messages/zhCN.ts'),
  ])
  return translate(message, zhCN)
}
