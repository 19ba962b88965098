import { Box } from '@mantine/core'
import { useCall } from '../../client/call.ts'
import { Attention } from '../../shared/Attention.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import classes from './activity.module.css'
import { TaskList } from './TaskList.tsx'

export function ActivityScreen() {
  const studies = useCall('studies.list', {})
  const jobs = useCall('jobs.list', {})
  return (
    <Box h="100%" style={{ overflowY: 'auto' }}>
      <LoadingBar visible={jobs.loading} />
      {jobs.failure && <FailureNotice failure={jobs.failure} retry={() => void jobs.refetch()} />}
      <div className={classes.column}>
        {studies.data && <Attention studies={studies.data} />}
        {jobs.data && <TaskList jobs={jobs.data} />}
      </div>
    </Box>
  )
}
