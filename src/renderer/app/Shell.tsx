import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { setNumberFormat } from '../../shared/format/numbers.ts'
import type { Language } from '../../shared/words/language.ts'
import { defaultFigureChoice, FigureSavingContext, type PdfFigure } from '../charts/saving/figureSaving.ts'
import { call, useAction, useCall } from '../client/call.ts'
import { saveFile } from '../client/files.ts'
import { transport } from '../client/host.ts'
import { remedyOf } from '../shared/ReviewOrders.tsx'
import { AppearanceProvider } from '../ui/appearance.ts'
import { RemedyContext } from '../ui/feedback/Feedback.tsx'
import { type PageState, PageStateProvider } from '../ui/pageState.ts'
import { TranslatorContext } from '../ui/text/formats.tsx'
import { addWords, loadUntilDone, loadWords, toLanguage, useLanguageTranslator } from './i18n.ts'
import type { Routes } from './router.tsx'
import { cssVariablesFor, themeIn } from './theme.ts'

type Props = { nonce: string; settings: Settings; words: i18n; router: Routes; page: PageState }

/** Wraps all screens in the theme, the language and the routes. Changes of settings apply immediately. */
export function Shell({ nonce, settings: first, words, router, page }: Props) {
  const settings = useCall('settings.get', {}).data ?? first
  const language = useLanguage(words, toLanguage(settings.language))
  useFormatSettings(words, settings)
  const translate = useLanguageTranslator(language, words.t('app:messageMissing', { lng: language }))
  const close = words.t('app:banner.dismiss', { lng: language })
  const theme = useMemo(() => themeIn(close), [close])
  const { density } = settings
  const cssVariables = useMemo(() => cssVariablesFor(density), [density])
  const appearance = useMemo(() => ({ ...settings, language }), [settings, language])
  return (
    <I18nextProvider i18n={words}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        getStyleNonce={() => nonce}
        defaultColorScheme="auto"
        // The main process saves the color scheme, not the browser.
        colorSchemeManager={noColorSchemeStorage}
        {...(settings.theme === 'system' ? {} : { forceColorScheme: settings.theme })}
      >
        <AppearanceProvider value={appearance}>
          <TranslatorContext value={translate}>
            <PageStateProvider value={page}>
              <RemedyContext value={remedyOf}>
                <FigureSaver>
                  <RouterProvider router={router} />
                </FigureSaver>
              </RemedyContext>
            </PageStateProvider>
          </TranslatorContext>
        </AppearanceProvider>
      </MantineProvider>
    </I18nextProvider>
  )
}

const noColorSchemeStorage = {
  get: <T,>(otherwise: T): T => otherwise,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/** Returns the displayed language: the chosen one once its texts are loaded. */
function useLanguage(words: i18n, chosen: Language): Language {
  const [shown, setShown] = useState(chosen)
  useEffect(() => {
    let isChosen = true
    if (chosen === shown) return
    const end = loadUntilDone(async () => {
      addWords(words, chosen, await loadWords(chosen))
      if (!isChosen) return
      document.documentElement.lang = chosen
      await words.changeLanguage(chosen)
      setShown(chosen)
    })
    return () => {
      isChosen = false
      end()
    }
  }, [words, chosen, shown])
  useEffect(() => {
    document.documentElement.lang = shown
  }, [shown])
  return shown
}

/** Applies the number and date formats. A change affects the same places as a change of language. */
function useFormatSettings(i18nInstance: i18n, { numberFormat, dateFormat }: Settings): void {
  const before = useRef('')
  setNumberFormat(numberFormat)
  useEffect(() => {
    const now = `${numberFormat} ${dateFormat}`
    if (before.current !== '' && before.current !== now)
      i18nInstance.emit('languageChanged', i18nInstance.language)
    before.current = now
  }, [i18nInstance, numberFormat, dateFormat])
}

/** Provides saving as PDF to the charts, and remembers the last options for figures. */
function FigureSaver({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(defaultFigureChoice)
  const { run, reset, pending, failure, value } = useAction(
    async ({ fileName, saved, ...figure }: PdfFigure) => {
      const written = await saveFile(fileName, (fileId) => call('figures.savePdf', { fileId, ...figure }))
      if (!written) return 'placeless'
      saved()
      return 'saved'
    },
  )
  const saving = useMemo(
    () => ({
      choice,
      setChoice,
      pdf: { run, reset, pending, failure, isCancelled: value === 'placeless' },
      ...(transport.hasOpenDialog ? { copyPng: copyByHost } : {}),
    }),
    [choice, run, reset, pending, failure, value],
  )
  return <FigureSavingContext value={saving}>{children}</FigureSavingContext>
}

const chunkBytes = 8192

/** Copies through the host, because pages of the installed app have no clipboard permission. */
async function copyByHost(png: Blob): Promise<void> {
  const bytes = new Uint8Array(await png.arrayBuffer())
  // Chunked, because a large picture would exceed the maximum number of arguments.
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  await call('figures.copyPng', { png: btoa(binary) })
}
