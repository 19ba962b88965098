import { Stepper, Title } from '@mantine/core'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import classes from './import.module.css'
import { ColumnsStep } from './steps/map/ColumnsStep.tsx'
import { ReadStep } from './steps/parse/ReadStep.tsx'
import { SendStep } from './steps/submit/SendStep.tsx'
import { SentStep } from './steps/submit/SentStep.tsx'
import { FileStep } from './steps/upload/FileStep.tsx'
import { CheckStep } from './steps/validate/CheckStep.tsx'
import { belongTo, enter, restart, type Step, steps, useWizard, type Wizard } from './useWizard.ts'

/** The wizard: File, Read as, Columns, Check, Send. Nothing leaves for the service before the last button. */
export function ImportScreen() {
  const { t } = useTranslation('import')
  const wizard = useWizard()
  useEntrance()
  useHandedFile(wizard.read.run)
  const at = steps.indexOf(wizard.step)
  // A step is drawn in pieces beside the one before: in one go it would hold up the window.
  const drawn = useDeferredValue(wizard.step)
  return (
    // Takes the focus when the button that led here is gone.
    <section
      className={classes.page}
      tabIndex={-1}
      aria-label={t('stepOf', { step: t(`step.${drawn}`), at: at + 1, count: steps.length })}
    >
      <div className={classes.head}>
        <Title order={2} fz={20}>
          {t('title')}
        </Title>
        {wizard.loaded && wizard.step !== 'file' && (
          <span className={classes.fileName} title={wizard.loaded.draft.fileName}>
            {wizard.loaded.draft.fileName}
          </span>
        )}
        <Stepper
          className={classes.steps}
          size="xs"
          iconSize={24}
          active={at}
          aria-label={t('steps')}
          onStepClick={(index) => {
            const step = steps[index]
            if (step) wizard.goTo(step)
          }}
        >
          {steps.map((step, index) => (
            <Stepper.Step
              key={step}
              label={t(`step.${step}`)}
              allowStepSelect={index !== at && canGoTo(step, wizard)}
            />
          ))}
        </Stepper>
      </div>
      <Current wizard={wizard} step={drawn} />
    </section>
  )
}

function Current({ wizard, step }: { wizard: Wizard; step: Step }) {
  const { loaded, checked, sent } = wizard
  if (step === 'read' && loaded) return <ReadStep wizard={wizard} loaded={loaded} />
  if (step === 'columns' && loaded) return <ColumnsStep wizard={wizard} loaded={loaded} />
  if (step === 'check' && loaded && checked)
    return <CheckStep wizard={wizard} loaded={loaded} checked={checked} />
  if (step === 'send' && sent) return <SentStep sent={sent} restart={restart} />
  if (step === 'send' && checked) return <SendStep wizard={wizard} checked={checked} />
  return <FileStep wizard={wizard} />
}

/** After sending there is no way back into a sent file: its rows are orders now. */
function canGoTo(step: Step, { sent, loaded, checked, fresh }: Wizard): boolean {
  if (sent) return false
  if (step === 'file') return true
  if (step === 'read' || step === 'columns') return loaded !== null
  return step === 'check' ? checked !== null && fresh : false
}

function useEntrance(): void {
  const profileId = useCall('app.status', {}).data?.profile?.id
  useEffect(enter, [])
  useEffect(() => {
    if (profileId !== undefined) belongTo(profileId)
  }, [profileId])
}

/** Reads the file that the address names (dropped on the window, opened from the menu), once for each name. */
function useHandedFile(read: (fileId: string, options: Record<never, never>) => unknown): void {
  const fileId = useSearchParams('/import').search.file ?? null
  const handled = useRef<string | null>(null)
  useEffect(() => {
    if (fileId === null || handled.current === fileId) return
    handled.current = fileId
    void read(fileId, {})
  }, [fileId, read])
}
