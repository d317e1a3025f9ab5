/** The rows of the card page, visits and weekly emails, with the columns of `TABLE`. */
export const VISITS = `
card.compare                                              401     401   403      403      403    200    200    200
card.locate                                               401     401   403      403      403    200    200    200
notifications.subscriptions                               401     401   200      200      200    200    200    200
notifications.subscribe                                   401     401   404      404      200    200    200    200
notifications.subscribe to a hidden one                   401     401   404      404      404    200    200    200
notifications.subscribe to one in a draft                 401     401   404      404      404    200    200    200
notifications.subscribe without a weekday                 401     401   200      200      200    200    200    200
visits.getPlan                                            401     401   404      404      200    200    200    200
visits.savePlan                                           401     401   403      403      403    200    200    200
visits.pause                                              401     401   403      403      403    200    200    200
visits.pause without a plan                               401     401   403      403      403    409    409    409
visits.resume                                             401     401   403      403      403    200    200    200
visits.list                                               401     401   200      200      200    200    200    200
visits.request                                            401     401   404      404      200    200    200    200
visits.request without a plan                             401     401   404      404      409    409    409    409
visits.add                                                401     401   403      403      403    200    200    200
visits.update                                             401     401   403      403      403    200    200    200
visits.update of a missing one                            401     401   403      403      403    404    404    404
visits.cancel                                             401     401   403      403      403    200    200    200
visits.match                                              401     401   403      403      403    200    200    200
visits.match with a flown one                             401     401   403      403      403    409    409    409
visits.ofSubmission                                       401     401   403      403      403    200    200    200
visits.getCalendarLink                                    401     401   200      200      200    200    200    200
visits.setCalendarLink                                    401     401   200      200      200    200    200    200
`;
