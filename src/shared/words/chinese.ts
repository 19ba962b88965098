import adapters from './zh-CN/messages/adapters.json' with { type: 'json' }
import analyses from './zh-CN/messages/analyses.json' with { type: 'json' }
import app from './zh-CN/messages/app.json' with { type: 'json' }
import catalogue from './zh-CN/messages/catalogue.json' with { type: 'json' }
import check from './zh-CN/messages/check.json' with { type: 'json' }
import cli from './zh-CN/messages/cli.json' with { type: 'json' }
import clock from './zh-CN/messages/clock.json' with { type: 'json' }
import comparison from './zh-CN/messages/comparison.json' with { type: 'json' }
import connection from './zh-CN/messages/connection.json' with { type: 'json' }
import exportTexts from './zh-CN/messages/export.json' with { type: 'json' }
import files from './zh-CN/messages/files.json' with { type: 'json' }
import methods from './zh-CN/messages/methods.json' with { type: 'json' }
import models from './zh-CN/messages/models.json' with { type: 'json' }
import overview from './zh-CN/messages/overview.json' with { type: 'json' }
import report from './zh-CN/messages/report.json' with { type: 'json' }
import samples from './zh-CN/messages/samples.json' with { type: 'json' }
import service from './zh-CN/messages/service.json' with { type: 'json' }
import session from './zh-CN/messages/session.json' with { type: 'json' }
import shared from './zh-CN/messages/shared.json' with { type: 'json' }
import studies from './zh-CN/messages/studies.json' with { type: 'json' }

/** The Chinese texts of messages. */
export const chinese = {
  language: 'zh-CN' as const,
  areas: {
    adapters,
    analyses,
    app,
    catalogue,
    check,
    cli,
    clock,
    comparison,
    connection,
    export: exportTexts,
    files,
    overview,
    methods,
    models,
    report,
    samples,
    service,
    session,
    shared,
    studies,
  },
}
