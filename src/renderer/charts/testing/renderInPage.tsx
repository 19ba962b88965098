import { MantineProvider } from '@mantine/core'
import { type RenderResult, render } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactElement, ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import charts from '../../../shared/words/en/screens/shared/charts.json' with { type: 'json' }
import figure from '../../../shared/words/en/screens/shared/figure.json' with { type: 'json' }
import ui from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import { PageStateProvider } from '../../ui/pageState.ts'
import { testPage } from '../../ui/testing/testPage.ts'

type Words = Record<string, unknown>

/** Renders a component with the page's theme and the English texts of the namespaces it uses. */
export function renderInPage(element: ReactElement, namespaces: Record<string, Words> = {}): RenderResult {
  const i18n = i18next.createInstance()
  void i18n
    .use(initReactI18next)
    .init({
      lng: 'en',
      resources: { en: { charts: charts, figure: figure, ui: ui, ...namespaces } },
      fallbackNS: 'ui',
      interpolation: { escapeValue: false },
      initAsync: false,
    })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <PageStateProvider value={testPage}>{children}</PageStateProvider>
      </MantineProvider>
    </I18nextProvider>
  )
  return render(element, { wrapper })
}
