import { Stepper, Title } from '@mantine/core'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import classes from './import.module.css'
import { type ImportState, type Step, steps } from './importState.ts'
import { ColumnsStep } from './steps/map/ColumnsStep.tsx'
import { ReadStep } from './steps/parse/ReadStep.tsx'
import { SendStep } from './steps/submit/SendStep.tsx'
import { SentStep } from './steps/submit/SentStep.tsx'
import { FileStep } from './steps/upload/FileStep.tsx'
import { CheckStep } from './steps/validate/CheckStep.tsx'
import { useImport, useWizard, type Wizard } from './useWizard.ts'

/** The wizard: File, Read as, Columns, Check, Send. Nothing leaves for the service before the last button. */
export function ImportScreen() {
  const { t } = useTranslation('import')
  const wizard = useWizard()
  useEntrance()
  useHandedFile(wizard.read.run)
  const { at } = wizard
  const index = steps.indexOf(stepOf(at))
  // A step is drawn in pieces beside the one before: in one go it would hold up the window.
  const deferred = useDeferredValue(at)
  const drawn = stepOf(deferred) === stepOf(at) ? at : deferred
  const fileName = 'loaded' in at && at.step !== 'file' ? at.loaded.draft.fileName : null
  return (
    // Takes the focus when the button that led here is gone.
    <section
      className={classes.page}
      tabIndex={-1}
      aria-label={t('stepOf', { step: t(`step.${stepOf(drawn)}`), at: index + 1, count: steps.length })}
    >
      <div className={classes.head}>
        <Title order={2} fz={20}>
          {t('title')}
        </Title>
        {fileName !== null && (
          <span className={classes.fileName} title={fileName}>
            {fileName}
          </span>
        )}
        <Stepper
          className={classes.steps}
          size="xs"
          iconSize={24}
          active={index}
          aria-label={t('steps')}
          onStepClick={(clicked) => {
            const step = steps[clicked]
            if (step) wizard.goTo(step)
          }}
        >
          {steps.map((step, place) => (
            <Stepper.Step
              key={step}
              label={t(`step.${step}`)}
              allowStepSelect={place !== index && canGoTo(step, wizard)}
            />
          ))}
        </Stepper>
      </div>
      <Current wizard={wizard} at={drawn} />
    </section>
  )
}

const stepOf = ({ step }: ImportState): Step => (step === 'sent' ? 'send' : step)

function Current({ wizard, at }: { wizard: Wizard; at: ImportState }) {
  const { restart } = useImport()
  switch (at.step) {
    case 'file':
      return <FileStep wizard={wizard} loaded={at.loaded} />
    case 'read':
      return <ReadStep wizard={wizard} loaded={at.loaded} />
    case 'columns':
      return <ColumnsStep wizard={wizard} loaded={at.loaded} />
    case 'check':
      return <CheckStep wizard={wizard} loaded={at.loaded} />
    case 'send':
      return <SendStep wizard={wizard} checked={at.loaded.checked} fileName={at.loaded.draft.fileName} />
    case 'sent':
      return <SentStep sent={at.sent} restart={restart} />
  }
}

/** After sending there is no way back into a sent file: its rows are orders now. */
function canGoTo(step: Step, { at, fresh }: Wizard): boolean {
  if (at.step === 'sent') return false
  if (step === 'file') return true
  if (step === 'read' || step === 'columns') return at.loaded !== null
  return step === 'check' && fresh
}

function useEntrance(): void {
  const profileId = useCall('app.status', {}).data?.profile?.id
  const { enter, belongTo } = useImport()
  useEffect(enter, [enter])
  useEffect(() => {
    if (profileId !== undefined) belongTo(profileId)
  }, [belongTo, profileId])
}

/**
 * Reads the file that the address names (dropped on the window, opened from the menu) and takes it out of the address:
 * Back leads to the work that was done with it, not to another reading.
 */
function useHandedFile(read: Wizard['read']['run']): void {
  const { search, change } = useSearchParams('/import')
  const fileId = search.file ?? null
  const handled = useRef<string | null>(null)
  useEffect(() => {
    if (fileId === null || handled.current === fileId) return
    handled.current = fileId
    change({ file: undefined }, { replace: true })
    void read(fileId, {})
  }, [fileId, read, change])
}
