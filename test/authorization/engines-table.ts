/** The rows of map engines, what they build, and how it agrees, with the columns of `TABLE`. */
export const ENGINES = `
engines.list                                              401     401   403      403      403    200    200    200
engines.add                                               401     401   403      403      403    403    200    403
engines.update                                            401     401   403      403      403    403    200    403
engines.remove                                            401     401   403      403      403    403    200    403
engines.test                                              401     401   403      403      403    502    502    502
mapBuilds.list                                            401     401   403      403      403    200    200    200
mapBuilds.estimate                                        401     401   403      403      403    200    200    200
mapBuilds.start                                           401     401   403      403      403    200    200    200
mapBuilds.start with too few photos                       401     401   403      403      403    422    422    422
mapBuilds.cancel                                          401     401   403      403      403    200    200    200
maps.residual                                             401     401   404      404      200    200    200    200
shareLinks.residual                                       200     200   200      200      200    200    200    200
shareLinks.residual without maps                          404     404   404      404      404    404    404    404
shareLinks.residual of a locked link                      401     401   401      401      401    401    401    401
POST /engine-webhooks/:taskId/:seal                        204     204   204      204      204    204    204    204
POST /engine-webhooks/:taskId/:seal with a false seal     404     404   404      404      404    404    404    404
`;
