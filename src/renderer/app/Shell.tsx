import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Settings } from '../../shared/domain/settings.ts'
import type { Language } from '../../shared/words/language.ts'
import { useCall } from '../client/useCall.ts'
import { AppearanceProvider } from '../ui/appearance.ts'
import { TranslatorContext } from '../ui/TranslatedMessage.tsx'
import { FigureSaver } from './FigureSaver.tsx'
import { createI18n, toLanguage } from './i18n.ts'
import { locale } from './locale.ts'
import type { Routes } from './router.tsx'
import { cssVariablesFor, themeIn } from './theme.ts'
import { useFormatSettings } from './useFormatSettings.ts'
import { useLanguageTranslator } from './useLanguageTranslator.ts'

type Props = { nonce: string; settings: Settings; router: Routes }

/** Theme, language and routes: what every screen stands in. Both settings take effect at once. */
export function Shell({ nonce, settings: first, router }: Props) {
  const settings = useCall('settings.get', {}).data ?? first
  const language = toLanguage(settings.language)
  const words = useI18n(language)
  useFormatSettings(words, settings)
  const translate = useLanguageTranslator(language)
  const close = locale[language].banner.dismiss
  const theme = useMemo(() => themeIn(close), [close])
  const { density } = settings
  const cssVariables = useMemo(() => cssVariablesFor(density), [density])
  const appearance = useMemo(() => ({ ...settings, language }), [settings, language])
  if (!words) return null
  return (
    <I18nextProvider i18n={words}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        getStyleNonce={() => nonce}
        defaultColorScheme="auto"
        // The choice is kept by main, not by the browser.
        colorSchemeManager={noColorSchemeStorage}
        {...(settings.theme === 'system' ? {} : { forceColorScheme: settings.theme })}
      >
        <AppearanceProvider value={appearance}>
          <TranslatorContext value={translate}>
            <Notifications position="bottom-right" limit={4} autoClose={6000} containerWidth={360} />
            <FigureSaver>
              <RouterProvider router={router} />
            </FigureSaver>
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

function useI18n(language: Language): i18n | null {
  const [words, setWords] = useState<i18n | null>(null)
  useEffect(() => {
    document.documentElement.lang = language
    if (words) void words.changeLanguage(language)
    else void createI18n(language).then(setWords)
  }, [language, words])
  return words
}
