// Both libraries complete jobs in the background and report no confirmation of the database. So this module observes the statements
// that complete jobs: the completion is durable once the statement is answered.

import pg from "pg";

/**
 * @param ended returns the ids of the jobs that a statement completes, or nothing for other statements
 * @param listener receives them once the statement is answered
 */
export function observe(ended, listener) {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (config, values, callback) {
    const ids = ended(config, values);
    if (!ids) {
      return query.call(this, config, values, callback);
    }
    if (typeof callback === "function") {
      return query.call(this, config, values, (error, result) => {
        if (!error) {
          listener(ids);
        }
        callback(error, result);
      });
    }
    const answer = query.call(this, config, values, callback);
    answer.then(
      () => listener(ids),
      () => {}, // the library handles the error
    );
    return answer;
  };
}
