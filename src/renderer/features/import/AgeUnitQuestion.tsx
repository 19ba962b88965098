import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ReadingNote, type Recipe, recipeSchema } from '../../../shared/domain/importing.ts'
import { Said } from '../../ui/Said.tsx'
import classes from './import.module.css'
import { SeverityMark } from './SeverityMark.tsx'

type Props = { note: ReadingNote; disabled: boolean; choose(unit: Recipe['ageUnit']): void }

const units = recipeSchema.shape.ageUnit.unwrap().options

/** Ages whose unit nobody named, with the units to choose from at once. */
export function AgeUnitQuestion({ note, disabled, choose }: Props) {
  const { t } = useTranslation('import')
  return (
    <section className={classes.ageUnit} aria-label={t('ageUnit.label')}>
      <SeverityMark severity={note.severity}>
        <span>
          <Said text={note.message} />
        </span>
      </SeverityMark>
      <Group gap={6} role="group" aria-label={t('ageUnit.choose')}>
        {units.map((unit) => (
          <Button
            key={unit}
            size="compact-xs"
            variant="default"
            disabled={disabled}
            onClick={() => choose(unit)}
          >
            {t(`ageUnit.${unit}`)}
          </Button>
        ))}
      </Group>
    </section>
  )
}
