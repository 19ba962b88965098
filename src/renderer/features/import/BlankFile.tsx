import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { Examples } from '../../state/Examples.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import classes from './import.module.css'

const formats = ['xlsx', 'csv'] as const

/** An empty table of the order's fields, for whoever begins with nothing. */
export function BlankFile() {
  const { t } = useTranslation('import')
  const save = useAction(async (format: (typeof formats)[number]) => {
    const target = await chooseSave(`samples.${format}`)
    if (!target) return null
    const { file } = await call('imports.saveBlank', { fileId: target.fileId, format })
    await deliver(file)
    return file.name
  })
  return (
    <div className={classes.blank}>
      {save.failure && <FailureNotice flush failure={save.failure} />}
      <div className={classes.foot}>
        <Text fz={13}>{t('blank.text')}</Text>
        {formats.map((format) => (
          <Button
            key={format}
            size="compact-sm"
            variant="default"
            disabled={save.pending}
            leftSection={<IconDownload size={14} stroke={1.5} aria-hidden />}
            onClick={() => void save.run(format)}
          >
            {t(`blank.${format}`)}
          </Button>
        ))}
        <output className={classes.hint}>{save.value && t('blank.saved', { name: save.value })}</output>
      </div>
      <Examples />
    </div>
  )
}
