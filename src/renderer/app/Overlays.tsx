import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import type { AppCommand } from '../../shared/contract/commands.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { CapsuleDialog } from '../features/capsule/CapsuleDialog.tsx'
import { ExportDialog } from '../features/export/ExportDialog.tsx'
import { AnalyseChosen } from '../features/samples/AnalyseDialog.tsx'
import { ConfirmSending } from '../shared/batches/ConfirmSending.tsx'
import { useDialogs } from '../state/dialogs.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Palette } from './commands/Palette.tsx'
import { ShortcutSheet } from './commands/ShortcutSheet.tsx'

type Props = { status: AppStatus; run(command: AppCommand): void }

/** Dialogs and notifications that may open above every screen. Loaded after the first screen. */
export function Overlays({ status, run }: Props) {
  const backup = useDialogs((state) => state.backup)
  return (
    <>
      {status.profile && <OfProfile key={status.profile.id} status={status} run={run} />}
      <Notifications position="bottom-center" limit={4} autoClose={4000} containerWidth={360} />
      <CapsuleDialog />
      {backup !== null && <RestoreDialog />}
      <ShortcutSheet host={status.host} />
    </>
  )
}

function OfProfile({ status, run }: Props) {
  const { exporting, analysing, annotating, reviewingOrders, close } = useDialogs()
  return (
    <>
      <Palette run={run} status={status} />
      <ExportDialog opened={exporting} close={() => close('exporting')} />
      <ConfirmSending />
      {analysing && <AnalyseChosen of={analysing} close={() => close('analysing')} />}
      {annotating && <AnnotateDialog sampleIds={annotating} close={() => close('annotating')} />}
      {reviewingOrders && <OrdersInQuestion close={() => close('reviewingOrders')} />}
    </>
  )
}

const AnnotateDialog = lazyComponent(
  'AnnotateDialog',
  () => import('../features/samples/detail/AnnotateDialog.tsx'),
)
const OrdersInQuestion = lazyComponent(
  'OrdersInQuestion',
  () => import('../features/samples/OrdersInQuestion.tsx'),
)
const RestoreDialog = lazyComponent('RestoreDialog', () => import('../features/restore/RestoreDialog.tsx'))
