import type { Translations } from '../translate.ts'

/** Chinese texts: analyses and screenings. */
export const analyses: Translations = {
  'Pathway analysis of {0} {1:sample|samples}': '{0} 个样本的通路分析',
  'No sample in the register matches this search. Choose other samples.':
    '登记表中没有样本符合此搜索。请选择其他样本。',
  'There are no samples to analyze. Import a sample sheet first.': '没有可分析的样本。请先导入样本表。',
  'it was requested before and no result came. Pathclock does not request it again by itself, since the service may count it twice. Choose Analyze to request it again.':
    '此前已请求过，但没有得到结果。由于服务可能会重复计数，Pathclock 不会自行再次请求。如需再次请求，请选择“分析”。',
  'the service refused an earlier request, or its response could not be read. Pathclock does not request it again by itself. Choose Analyze to request it again.':
    '服务此前拒绝了请求，或其响应无法读取。Pathclock 不会自行再次请求。如需再次请求，请选择“分析”。',
  'the service responded without a value. The response is in the history of the sample, and the next analysis fetches it again.':
    '服务的应答没有数值。应答已保存在该样本的历史中，下次分析会再次询问。',
  '{0} of the samples have results. Run the analysis again to fetch the rest.':
    '{0} 个样本已有应答并已保存。再次运行分析即可继续。',
  'The service may have counted this request, so Pathclock does not repeat it by itself.':
    '服务可能已对此请求计数，因此 Pathclock 不会自动重复发送。',
  'This computer does not have this response.': '本机没有保存此应答。',
  'These responses are about two samples. Choose two responses about the same sample.':
    '这两个应答属于不同的样本。请选择同一样本的两个应答。',
  'One of these responses is a pathway analysis and the other a pathway clock. Choose two of one kind.':
    '其中一个应答是通路分析，另一个是通路时钟。请选择同一种类的两个应答。',
  'This sample has no pathway analysis yet. Run the analysis first.': '此样本还没有通路分析。请先运行分析。',
  'This continued the analysis that began {0}. Results fetched since then were not fetched again.':
    '这继续了始于 {0} 的分析。此后已获取的结果没有再次获取。',
  'the service says “{0}”, so there is nothing to analyze': '服务显示“{0}”，因此没有可分析的内容',
  'the service says “{0}”, but Pathclock does not know this state. Set its meaning in the list of samples, or under state_words in a dialect file (login … --dialect FILE), then run the analysis again':
    '服务显示“{0}”，其含义未知；请在样本列表中说明，或写入方言文件的 state_words（login … --dialect FILE），然后重新运行分析',
  'the service still says “{0}”; run the analysis again later': '服务仍显示“{0}”；请稍后再次运行分析',
  '{0} {1:sample|samples} analyzed': '{0} 个样本已分析',
  '{0} already had a result': '{0} 个已有应答',
  '{0} requested earlier without a response': '{0} 个此前已请求但未收到响应',
  '{0} refused earlier': '{0} 个此前被服务拒绝',
  '{0} failed': '{0} 个失败',
  '1 request was under way when an earlier run ended, and its answer was lost: it was sent again, and the service may count it twice.':
    '上次运行结束时有 1 个请求正在进行，其应答已丢失：已再次发送，服务可能计两次。',
  '{0} requests were under way when an earlier run ended, and their answers were lost: they were sent again, and the service may count them twice.':
    '上次运行结束时有 {0} 个请求正在进行，其应答已丢失：已再次发送，服务可能计两次。',
  'The screening may have started. Its request is listed among the screenings as {0}. Check with the service before you start another one for this sample.':
    '筛选可能已经开始，其请求在筛选列表中为 {0}。为此样本再次开始筛选之前，请先在服务中核对。',
  'The service knows the sample and answered “not found” to {0}, so it seems to lack this endpoint. Use the other one: {1}, on the command line --endpoint {2}.':
    '服务知道此样本，但对 {0} 回答“未找到”，因此似乎没有此端点。请改用另一个：{1}，命令行中为 --endpoint {2}。',
  'The service says “{0}”, but Pathclock does not know this state. Set its meaning in the list of screenings, or under state_words in a dialect file (login … --dialect FILE).':
    '服务显示“{0}”，其含义未知。请在筛选列表中说明，或写入方言文件的 state_words（login … --dialect FILE）。',
  'The service still says “{0}” after two hours. Pathclock checks again at its next start.':
    '两小时后服务仍显示“{0}”。应用下次启动时会再次询问。',
  'Screening for {0}': '{0} 的筛选',
  '{0} drugs were ranked.': '已对 {0} 种药物排名。',
  'The service says “{0}”. Start a new screening to try again.': '服务显示“{0}”。请开始新的筛选以重试。',
  'The service answered with the task {0}, which it named for the sample {1} before. Look at the service which of the two it is.':
    '服务返回了任务 {0}，而之前它属于样本 {1}。请在服务中确认是哪一个。',
  'it names the task of another sample': '它给出的是另一个样本的任务',
  '{0} of the clock': '时钟的{0}',
  'No sample has a number called “{0}”. There are: {1}.': '没有样本含有名为“{0}”的数值。现有：{1}。',
  'No sample has a number called “{0}”. There are none.': '没有样本含有名为“{0}”的数值。现有：无。',
  'This was stopped because the profile was closed. Try again.': '已停止，因为配置已关闭。请重试。',
  'The results could not be analyzed: the analysis process stopped unexpectedly. Try again; if it stops again, choose fewer samples.':
    '无法处理结果：应用中负责此项的部分已结束。下次尝试时会重新启动；如果再次结束，请选择较少的样本。',
  'There are no samples to compare. Import a sample sheet, or choose other samples.':
    '没有可比较的样本。请导入样本表，或选择其他样本。',
  'Every two of {0} groups over {1} pathways are more comparisons than can be shown. Choose fewer groups or pathways.':
    '{0} 个组在 {1} 条通路上两两比较，超出可显示的数量。请选择较少的组或通路。',
  '“{0}” is named as a group twice. Give each group another one.':
    '“{0}”作为组名出现两次。请为每个组使用不同的名称。',
  '{0} groups cannot be compared by {1}. Take {2}, or two groups.':
    '{0} 个组不能用{1}比较。请使用{2}，或只比较两个组。',
  '{0} compares pairs. Choose the field that identifies the pairs.':
    '{0}比较成对样本。请选择标识配对的字段。',
  '{0} compares no pairs. Take {1}.': '{0}不比较成对样本。请使用{1}。',
  'The samples have no field “{0}”. There are: {1}.': '样本没有字段“{0}”。现有：{1}。',
  'The samples have no field “{0}”. They have none.': '样本没有字段“{0}”。现有：无。',
  'No sample has “{0}” as its {1}. There are: {2}.': '没有样本的{1}为“{0}”。现有：{2}。',
  'No sample has “{0}” as its {1}. None has one.': '没有样本的{1}为“{0}”。所有样本均无此值。',
  '{0} samples with so many pathways are more numbers than can be held at once. Choose fewer samples.':
    '{0} 个样本及其众多通路的数值过多，无法同时载入。请选择较少的样本。',
  "Drugs are described by the direction in which they change a pathway's activity. To match drugs, compare activities.":
    '药物对通路的作用以活性的方向表示。请比较活性，再按差异匹配药物。',
  'Drugs are matched with the difference of two groups. Compare two groups, not several.':
    '药物按两组之间的差异匹配。请比较两个组，而不是多个组。',
}
