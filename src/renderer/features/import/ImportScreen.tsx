import { Stepper, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import classes from './import.module.css'
import { SentStep } from './SentStep.tsx'
import { steps, useWizard } from './useWizard.ts'

/** The wizard: File, Columns, Check, Send. Nothing leaves for the service before the last button. */
export function ImportScreen() {
  const { t } = useTranslation('import')
  const wizard = useWizard()
  useHandedFile(wizard.read.run)
  const at = steps.indexOf(wizard.step)
  const reachable = [true, wizard.loaded !== null, wizard.check !== null, wizard.sent !== null]
  return (
    <div className={classes.page}>
      <Title order={2} fz={20}>
        {t('title')}
      </Title>
      <Stepper
        className={classes.steps}
        size="xs"
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
            // After sending there is no way back into a sent file: its rows are orders now.
            allowStepSelect={wizard.sent === null && index !== at && reachable[index] === true}
          />
        ))}
      </Stepper>
      {wizard.step === 'file' && <FileStep wizard={wizard} />}
      {wizard.step === 'columns' && wizard.loaded && (
        <ColumnsStep wizard={wizard} draft={wizard.loaded.draft} mapping={wizard.loaded.mapping} />
      )}
      {wizard.step === 'check' && wizard.check && <CheckStep wizard={wizard} check={wizard.check} />}
      {wizard.step === 'send' && wizard.sent && <SentStep sent={wizard.sent} restart={wizard.restart} />}
    </div>
  )
}

/** Reads the file that the address names (dropped on the window, opened from the menu), once for each name. */
function useHandedFile(read: (fileId: string, options: Record<never, never>) => unknown): void {
  const search: { file?: unknown } = useSearch({ strict: false })
  const fileId = typeof search.file === 'string' ? search.file : null
  const handled = useRef<string | null>(null)
  useEffect(() => {
    if (fileId === null || handled.current === fileId) return
    handled.current = fileId
    void read(fileId, {})
  }, [fileId, read])
}
