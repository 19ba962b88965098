import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FieldLine, wrongLine } from './annotation.ts'
import classes from './samples.module.css'

type Props = { lines: readonly FieldLine[]; hint: string; change(lines: FieldLine[]): void }

/** Covariates that were not sent, line by line: a name and a value. */
export function FieldLines({ lines, hint, change }: Props) {
  const { t } = useTranslation('samples')
  const wrong = wrongLine(lines)
  const set = (key: number, part: Partial<FieldLine>) =>
    change(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const next = Math.max(-1, ...lines.map(({ key }) => key)) + 1
  return (
    <fieldset className={classes.lines}>
      <legend>{t('added.fields')}</legend>
      <p className={classes.hint}>{hint}</p>
      {lines.map((line) => (
        <div key={line.key} className={classes.line}>
          <TextInput
            size="xs"
            maxLength={200}
            aria-label={t('added.fieldName')}
            placeholder={t('added.fieldName')}
            value={line.name}
            error={wrong === line && t('added.wrongLine')}
            onChange={({ currentTarget }) => set(line.key, { name: currentTarget.value })}
          />
          <TextInput
            size="xs"
            maxLength={1000}
            aria-label={t('added.fieldValue', { name: line.name })}
            placeholder={t('added.value')}
            value={line.value}
            onChange={({ currentTarget }) => set(line.key, { value: currentTarget.value })}
          />
          <ActionIcon
            size={30}
            variant="subtle"
            color="gray"
            aria-label={t('added.removeField', { name: line.name })}
            onClick={() => change(lines.filter(({ key }) => key !== line.key))}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => change([...lines, { key: next, name: '', value: '' }])}
      >
        {t('added.addField')}
      </Button>
    </fieldset>
  )
}
