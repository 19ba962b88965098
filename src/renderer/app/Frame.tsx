import { useLocalStorage } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AppCommand } from '../../shared/contract/commands.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { ExportDialog } from '../features/export/ExportDialog.tsx'
import { AnalyseChosen } from '../features/samples/AnalyseChosen.tsx'
import { useDialogs } from '../state/dialogs.ts'
import { useReadOnly } from '../state/useReadOnly.ts'
import { Banners } from './Banners.tsx'
import { ContextBar } from './ContextBar.tsx'
import { DropTarget } from './DropTarget.tsx'
import classes from './frame.module.css'
import { JobNotifications } from './JobNotifications.tsx'
import { NotInCapsule } from './NotInCapsule.tsx'
import { Palette } from './Palette.tsx'
import { Rail } from './Rail.tsx'
import { StatusBar } from './StatusBar.tsx'
import { isInCapsule, sectionOf } from './sections.ts'
import { useFocusRecovery } from './useFocusRecovery.ts'
import { useJobToasts } from './useJobToasts.ts'

/** Rail, context bar, the screen in front, status bar; alike in all sections. */
export function Frame({ status, run }: { status: AppStatus; run(command: AppCommand): void }) {
  const { t } = useTranslation('app')
  const section = sectionOf(useLocation({ select: ({ pathname }) => pathname }))
  const [narrow, setNarrow] = useLocalStorage({ key: 'pathclock.railNarrow', defaultValue: false })
  const { exporting, closeExport, analysing, closeAnalyse } = useDialogs()
  const readOnly = useReadOnly()
  useJobToasts()
  useFocusRecovery()
  return (
    <div className={classes.frame} data-narrow={narrow || undefined}>
      <a className={classes.skip} href="#content" onClick={skipToContent}>
        {t('skip')}
      </a>
      <Rail section={section} narrow={narrow} setNarrow={setNarrow} />
      <ContextBar section={section} profile={status.profile?.name ?? ''} />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Banners status={status} />
        {/* Another profile is another set of data: nothing of a screen outlives the change. */}
        <div key={status.profile?.id} className={classes.screen}>
          {readOnly && !isInCapsule(section) ? <NotInCapsule /> : <Outlet />}
        </div>
      </main>
      <StatusBar status={status} />
      <Palette run={run} status={status} />
      <DropTarget readOnly={readOnly} />
      <JobNotifications inBrowser={status.host === 'loopback'} />
      <ExportDialog key={status.profile?.id} opened={exporting} close={closeExport} />
      {analysing && <AnalyseChosen of={analysing} close={closeAnalyse} />}
    </div>
  )
}

// The hash belongs to the router, so the link moves the focus by itself.
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
