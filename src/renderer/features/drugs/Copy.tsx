import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A quiet button that says when it has copied. */
export function Copy({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation('drugs')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={copy}>
          {copied ? t('detail.copied') : label}
        </Button>
      )}
    </CopyButton>
  )
}
