import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type TableFormat, tableFormatSchema } from '../../../shared/domain/exporting.ts'
import classes from './export.module.css'

/** The form of the file, each with who reads it. */
export function FormatField({ value, change }: { value: TableFormat; change(format: TableFormat): void }) {
  const { t } = useTranslation('export')
  return (
    <Radio.Group
      label={t('format')}
      value={value}
      onChange={(next) => change(tableFormatSchema.options.find((one) => one === next) ?? value)}
    >
      <div className={classes.options}>
        {tableFormatSchema.options.map((format) => (
          <Radio
            key={format}
            size="xs"
            value={format}
            label={t(`formats.${format}.name`)}
            description={t(`formats.${format}.for`)}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
