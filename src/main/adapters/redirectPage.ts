import type { RedirectOutcome } from '../ports.ts'

type Language = 'en' | 'zh'
type Words = { title: string; text: string }

const pages: Record<RedirectOutcome, Record<Language, Words>> = {
  'signed-in': {
    en: {
      title: 'Signed in to Pathclock',
      text: 'You can close this window and go back to Pathclock.',
    },
    zh: { title: '已登录 Pathclock', text: '您可以关闭此窗口，返回 Pathclock。' },
  },
  refused: {
    en: {
      title: 'Access was refused',
      text: 'Nothing was changed. You can close this window and start again in Pathclock.',
    },
    zh: { title: '访问被拒绝', text: '未作任何更改。您可以关闭此窗口，在 Pathclock 中重新开始。' },
  },
  failed: {
    en: {
      title: 'The sign-in did not succeed',
      text: 'Nothing was changed. Go back to Pathclock: it says why.',
    },
    zh: { title: '登录未成功', text: '未作任何更改。请返回 Pathclock 查看原因。' },
  },
  foreign: {
    en: {
      title: 'This is not the answer to a sign-in of Pathclock',
      text: 'Nothing was changed. Where Pathclock waits for a sign-in, use the page that it opened.',
    },
    zh: {
      title: '这不是 Pathclock 登录的返回地址',
      text: '未作任何更改。如果 Pathclock 正在等待登录，请使用它打开的页面。',
    },
  },
}

/** What a person reads in the browser after the sign-in page, in the language the browser asks for. */
export function redirectPage(outcome: RedirectOutcome, acceptLanguage: string | undefined): string {
  const language = chooseLanguage(acceptLanguage ?? '')
  const { title, text } = pages[outcome][language]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Pathclock</title>
<body><h1>${title}</h1><p>${text}</p></body></html>`
}

/** The first of our languages in the order of the header's weights (RFC 9110, 12.5.4). */
function chooseLanguage(accept: string): Language {
  const preferences = accept
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return preferences.find(({ language }) => language === 'en' || language === 'zh')?.language === 'zh'
    ? 'zh'
    : 'en'
}
