import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { sectionOf } from './sections.ts'

const appName = 'Pathclock'

/** The screens that are views of a section, by their address: the words of each. */
const views = {
  '/drugs/lists': 'ui:drugViews.lists',
  '/drugs/pathways': 'ui:drugViews.pathways',
  '/drugs/offline': 'ui:drugViews.offline',
  '/samples/batches': 'samples:views.batches',
  '/results/heatmap': 'ui:resultTabs.heatmap',
  '/results/groups': 'ui:resultTabs.groups',
  '/results/pca': 'ui:resultTabs.pca',
  '/results/clock': 'ui:resultTabs.clock',
  '/results/compare': 'ui:resultTabs.compare',
} as const

const isView = (pathname: string): pathname is keyof typeof views => pathname in views

/** Calls the page by what is in front: `status` where something has happened, the view, the section, the app. */
export function useScreenTitle(status: string | null): void {
  const { t } = useTranslation(['app', 'ui', 'samples'])
  const pathname = useLocation({ select: (location) => location.pathname })
  const view = isView(pathname) ? t(views[pathname]) : null
  const title = [status, view, t(`app:section.${sectionOf(pathname)}`), appName].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
